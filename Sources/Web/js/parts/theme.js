// Light, dark, or what the system has.

/** @param {"light" | "dark" | "system"} theme */
export function apply(theme) {
    const root = document.documentElement;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        const isDark = theme === "dark" || (theme === "system" && (meta.getAttribute("media") ?? "").includes("dark"));
        meta.setAttribute("content", isDark ? "#171513" : "#faf8f5");
    }
}
