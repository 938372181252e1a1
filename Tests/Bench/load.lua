-- The script with which wrk sends the requests in the file BENCH_REQUESTS repeatedly, in a new order each time. Each line is "path token" or,
-- for a conditional request, "path token tag". If BENCH_BODY is set, it sends that by POST, or by the method BENCH_METHOD. At the end it prints
-- one line: requests a second, p50 and p99 in milliseconds, the number of failed requests, and the number of all requests.

local requests = {}
local last = 0

function init()
    local body = os.getenv("BENCH_BODY")
    local method = os.getenv("BENCH_METHOD") or (body and "POST" or "GET")
    for line in io.lines(os.getenv("BENCH_REQUESTS")) do
        local path, token, tag = line:match("(%S+) (%S+) ?(%S*)")
        local headers = { Authorization = "Bearer " .. token }
        if tag ~= "" then headers["If-None-Match"] = tag end
        if body then headers["Content-Type"] = "application/json" end
        requests[#requests + 1] = wrk.format(method, path, headers, body)
    end
    math.randomseed(os.time())
    for i = #requests, 2, -1 do
        local j = math.random(i)
        requests[i], requests[j] = requests[j], requests[i]
    end
end

function request()
    last = last % #requests + 1
    return requests[last]
end

function done(summary, latency)
    local failed = 0
    for _, count in pairs(summary.errors) do failed = failed + count end
    print(("RESULT %.1f %.3f %.3f %d %d"):format(
        summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, failed, summary.requests))
end
