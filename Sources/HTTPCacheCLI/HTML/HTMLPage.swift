/// One self-contained HTML file: no network, readable on a phone, light and dark as the reader's system asks.
///
/// A content security policy lets nothing be loaded and no script run but the one below, so that nothing from a message
/// could, were it ever not escaped.
enum HTMLPage {
    /// `body` is HTML; the title is text.
    static func text(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '\(
            scriptHash)'">
        <title>\(XMLText.escaped(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        <main>
        \(body)</main>
        <script>\(script)</script>
        </body>
        </html>

        """
    }

    /// Of ``script``, as a browser computes it; the test in a browser fails where the two differ.
    static let scriptHash = "sha256-eh8nxYNZnU8/Nw7rNaqtAQoz4MzHIEgP8hx4IlU8rx0="

    /// Sorts a table by the column of the button that is pressed, by mouse or keyboard; a second time the other way.
    /// Opens what a link leads to.
    static let script = """
        for (const table of document.querySelectorAll("table.sortable")) {
          const heads = Array.from(table.tHead.rows[0].cells), body = table.tBodies[0];
          heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
            const up = head.getAttribute("aria-sort") !== "ascending";
            heads.forEach(other => other.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", up ? "ascending" : "descending");
            const rows = Array.from(body.rows, (row, index) => {
              const cell = row.cells[column], value = cell.dataset.v ?? cell.textContent;
              return { row, index, key: head.dataset.n === undefined ? value : Number(value) };
            });
            rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (up ? 1 : -1) || a.index - b.index);
            body.append(...rows.map(one => one.row));
          }));
        }
        const reveal = () => {
          const one = document.getElementById(location.hash.slice(1));
          if (one instanceof HTMLDetailsElement) one.open = true;
        };
        addEventListener("hashchange", reveal);
        reveal();
        """

    static let style = """
        :root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de;
          --panel: #f6f8fa; --good: #1a7f37; --bad: #cf222e; --warn: #8a5a00; --mark: #ffe48a; --mark2: #dbe9ff;
          --fresh: #4ac26b; --meanwhile: #e0b400; --error: #e8844a; --stale: #c4ccd4; }
        @media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --quiet: #9aa4af;
          --line: #30363d; --panel: #161b22; --good: #56d364; --bad: #ff7b72; --warn: #e3b341; --mark: #6b5300;
          --mark2: #1c3a63; --fresh: #2ea043; --meanwhile: #bb8009; --error: #bd561d; --stale: #484f58; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 76rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.4rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
        p { margin: .4rem 0; }
        code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; }
        pre { margin: .5rem 0; padding: .6rem .8rem; background: var(--panel); border: 1px solid var(--line);
          border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
        mark { background: var(--mark); color: inherit; border-radius: 2px; }
        mark.second { background: var(--mark2); }
        .note { color: var(--quiet); font-style: italic; }
        .quiet, cite { color: var(--quiet); font-style: normal; }
        .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
        .url { overflow-wrap: anywhere; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; }
        dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        ol.reasons { padding-left: 1.4rem; margin: .4rem 0; }
        .caches { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
        details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .8rem; }
        summary { cursor: pointer; padding: .45rem 0; overflow-wrap: anywhere; }
        details[open] { padding-bottom: .6rem; }
        .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top;
          white-space: nowrap; }
        tbody tr:last-child td { border-bottom: 0; }
        td.url { white-space: normal; min-width: 11rem; }
        .wastes td { white-space: normal; } .wastes td.number { white-space: nowrap; } .wastes td.url { min-width: 0; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        th { background: var(--panel); }
        th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: .1rem 0;
          cursor: pointer; }
        th button::after { content: " \\2195"; color: var(--quiet); }
        th[aria-sort=ascending] button::after { content: " \\2191"; }
        th[aria-sort=descending] button::after { content: " \\2193"; }
        :focus-visible { outline: 2px solid var(--good); outline-offset: 2px; }
        svg { display: block; width: 100%; height: auto; }
        svg.timeline { max-width: 34rem; margin: .5rem 0; }
        svg text { font: 11px system-ui, sans-serif; fill: var(--text); }
        .fresh { fill: var(--fresh); } .meanwhile { fill: var(--meanwhile); } .iferror { fill: var(--error); }
        .stale { fill: var(--stale); } .tick { stroke: var(--text); stroke-width: 1; } .now { stroke-width: 2.5; }
        .falls { display: grid; grid-template-columns: minmax(8rem, 22rem) 1fr; gap: .3rem .8rem; align-items: center;
          font-size: .85rem; }
        .falls > .url { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .falls svg { height: 24px; }
        .first { fill: var(--quiet); } .reuse { fill: var(--fresh); } .validate { fill: var(--meanwhile); }
        .fetch { fill: var(--bad); } .track { fill: var(--panel); }
        .key span { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 .9em; }
        .key .first { background: var(--quiet); } .key .reuse { background: var(--fresh); }
        .key .validate { background: var(--meanwhile); } .key .fetch { background: var(--bad); }
        @media (max-width: 40rem) { .falls { grid-template-columns: 1fr; gap: 0; } .falls svg { margin-bottom: .5rem; }
          main { padding: .7rem; } }
        """
}
