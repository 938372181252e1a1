"""Tests of the web client's files in class: they play and run nothing, are dropped and pasted, and go again after a fault."""

import hashlib
import pathlib

from fixtures import assignment, choose, entries, hand_over, perform
from playwright.sync_api import expect
from visit import visit_of


def files_play_and_run_nothing(site, browser):
    """A recording plays in place by ranges. A page, a drawing and a document that carry scripts are only saved."""
    site.account("fay.s", "student", teacher="greta")
    one = assignment(site, "Files", "fay.s")
    rate, seconds = 8_000, 400
    parts = (b"RIFF", 36 + rate * seconds, b"WAVEfmt ", 16, b"\1\0\1\0", rate, rate, b"\1\0\x08\0data", rate * seconds, bytes([128]) * rate * seconds)
    sound = b"".join(part if isinstance(part, bytes) else part.to_bytes(4, "little") for part in parts)
    script = "<script>document.title='ran';alert(1)</script>"
    hostile = {
        "page.html": (f"<!doctype html>{script}".encode(), "text/html"),
        "drawing.svg": (f'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">{script}</svg>'.encode(), "image/svg+xml"),
        "paper.pdf": (b"%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>", "application/pdf"),
    }
    ids = [f"f11e0000-0000-4000-8000-00000000000{number}" for number in range(4)]
    for identifier, (name, (data, kind)) in zip(ids, [("flute.wav", (sound, "audio/wav")), *hostile.items()]):
        site.call("PUT", f"/files/{identifier}?name={name}", data, by="fay.s", kind=kind)
    perform(site, one, "submit", by="fay.s", fileIDs=ids)
    greta = visit_of(site, browser, "greta", f"/assignments/{one}")
    page, asked = greta.page, []
    page.on("response", lambda answer: asked.append((answer.request.headers.get("range"), answer.status)) if ids[0] in answer.url else None)
    player = page.locator("audio")
    expect(player).to_have_count(1)
    assert asked == [], "nothing of a recording is fetched before it is played"
    assert player.evaluate("""async (one) => {
        one.muted = true;
        await one.play();
        await new Promise((done) => one.ontimeupdate = () => one.currentTime > 0.2 && done());
        one.currentTime = 390;
        await new Promise((done) => one.onseeked = done);
        one.pause();
        return one.duration;
    }""") == seconds
    assert any(status == 206 and range_ for range_, status in asked), asked
    for identifier, name in zip(ids[1:], hostile):
        for begin in (lambda: page.locator(f'[data-file="{identifier}"] a').click(),
                      lambda: page.evaluate("path => { location.href = path; }", f"/v1/files/{identifier}")):
            with page.expect_download() as saved:
                begin()
            assert saved.value.suggested_filename == name
            assert pathlib.Path(saved.value.path()).read_bytes() == hostile[name][0]
        expect(page.locator(".attachment").filter(has_text=name).locator("img, iframe, embed, object, audio, video")).to_have_count(0)
    assert "Files" in page.title(), page.title()
    greta.end()


def files_are_dropped_pasted_and_sent_again(site, browser):
    """Text that is pasted stays text. A file that has failed goes up again under its id; what is empty or one too many says so."""
    site.account("nell.s", "student", teacher="greta")
    one = assignment(site, "Dropped", "nell.s")
    pupil = visit_of(site, browser, "nell.s", f"/assignments/{one}")
    page, ready = pupil.page, pupil.page.locator("[data-file][data-state=ready]")
    failed, asked = page.locator("[data-file][data-state=failed]"), []
    assert not hand_over(pupil, "paste") and not hand_over(pupil, "drop")
    assert hand_over(pupil, "dragover", ("a.txt", "a")) and hand_over(pupil, "drop", ("a.txt", "Dropped."), ("b.txt", "Dropped with it."))
    expect(ready).to_have_count(2)
    page.on("request", lambda request: asked.append(request.url) if request.method == "PUT" and "/files/" in request.url else None)
    page.route("**/v1/files/*", lambda route: route.abort())
    assert hand_over(pupil, "paste", ("c.txt", "Pasted."))
    expect(failed).to_contain_text("c.txt")
    pupil.button("Hand in").click()
    expect(page.locator("form.marking")).to_contain_text("isn’t here: try again, or remove it.")
    expect(pupil.button("Retry c.txt")).to_be_focused()
    page.unroute("**/v1/files/*")
    pupil.button("Retry c.txt").click()
    expect(ready).to_have_count(3)
    assert len(asked) == 2 and asked[0] == asked[1], asked
    hand_over(pupil, "drop", ("empty.txt", ""))
    expect(failed).to_contain_text("It is empty.")
    expect(pupil.button("Retry empty.txt")).to_have_count(0)
    pupil.button("Remove empty.txt").click()
    expect(pupil.button("Add files")).to_be_focused()
    hand_over(pupil, "drop", *((f"{number}.txt", f"Number {number}.") for number in range(8)))
    expect(page.locator("form.marking")).to_contain_text("At most 10 files. The others weren’t added.")
    expect(ready).to_have_count(10)
    choose(pupil, "submit", "Hand in")
    expect(page.locator(".state")).to_contain_text("Handed in")
    wanted = ["Dropped.", "Dropped with it.", "Pasted.", *(f"Number {number}." for number in range(7))]
    assert [each["sha256"] for each in entries(site, one)[-1]["files"]] == [hashlib.sha256(text.encode()).hexdigest() for text in wanted]
    pupil.end(("ERR_FAILED",))
