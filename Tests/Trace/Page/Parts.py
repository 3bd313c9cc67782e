"""Functions with which checks read and use a page."""


def wait_for(page, expression, argument=None):
    """Waits until an expression of JavaScript is true."""
    page.wait_for_function(expression, arg=argument)


def tabs(page):
    return page.eval_on_selector_all("[role=tab]", "tabs => tabs.map(tab => tab.id.slice(4))")


def open_tab(page, name):
    """Shows a tab, and waits until its panel knows its size, which is when it draws its content."""
    page.click(f"#tab-{name}")
    page.evaluate("""() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(
      () => resolve())))""")


def read_table(page, name):
    """The headings of a table and the texts of its rows, all that there are."""
    open_tab(page, name)
    return page.evaluate(
        """async (name) => {
          const grid = document.querySelector(`#panel-${name} .grid`);
          const headings = [...grid.querySelectorAll(".heading")].map(e => e.textContent);
          const rows = new Map();
          const count = Number(grid.getAttribute("aria-rowcount")) - 1;
          const frame = () => new Promise(resolve => requestAnimationFrame(() => resolve()));
          for (grid.scrollTop = 0; ; grid.scrollTop += grid.clientHeight / 2) {
            await frame();
            await frame();
            for (const row of grid.querySelectorAll(".grid-body .grid-row")) {
              rows.set(Number(row.getAttribute("aria-rowindex")),
                [...row.children].map(cell => cell.textContent));
            }
            if (rows.size >= count) break;
          }
          grid.scrollTop = 0;
          const places = [...rows.keys()].sort((one, other) => one - other);
          return { headings, rows: places.map(place => rows.get(place)) };
        }""",
        name)


def click_row(page, tab, place):
    """Clicks the row at a place of a table. The rows that are rendered begin elsewhere for as long as
    the table has not followed the last scrolling."""
    page.click(f"#panel-{tab} .grid-body .grid-row[aria-rowindex='{place + 2}']")


def row_named(page, rows, prefix, name):
    """The row with a name, and not one whose name only contains it, as "loaded" does "load"."""
    shown = f"[{prefix}] {name}" if prefix else name
    return page.locator(rows).filter(has=page.locator(".name").and_(page.get_by_text(shown, exact=True)))


def select_row(page, tab, prefix, name):
    """Selects the row of a table with a name, and waits for its instances."""
    open_tab(page, tab)
    page.fill(".table-filter", name)
    row_named(page, f"#panel-{tab} .grid-body .grid-row", prefix, name).click()
    page.wait_for_selector(".instances:not([hidden])")
    page.fill(".table-filter", "")
    wait_for(page, "() => document.querySelector('.instances-progress').hidden")


def details(page):
    """The fields of the selected span, by name."""
    return page.evaluate(
        """() => {
          const list = document.querySelector(".details-content:not([hidden]) .fields");
          if (!list) return null;
          const fields = {};
          for (const term of list.querySelectorAll("dt")) {
            fields[term.textContent] = term.nextElementSibling.textContent;
          }
          return fields;
        }""")


def wait_for_details(page, name=None):
    """Waits until a span is selected and its causes are known."""
    wait_for(
        page,
        """(name) => {
          const details = document.querySelector(".details-content:not([hidden]) .fields");
          if (!details) return false;
          const title = details.closest(".details-content").querySelector("h2").textContent;
          const chain = document.querySelector(".chain-causes");
          const isChained = !chain || chain.childElementCount > 0
            || !/^(action|effect)$/.test(document.querySelector(".details-head .kind").textContent);
          return isChained && (name === null || title === name);
        }""",
        name)


def steps(page, chain):
    """The names in a list of causes or effects, in their order."""
    return page.eval_on_selector_all(
        f".chain-{chain} .steps:first-of-type .step-name", "names => names.map(n => n.textContent)")
