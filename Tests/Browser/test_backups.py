"""Backups: made, looked at, downloaded, restored and deleted on screens, with and without scripts."""

import re
import tarfile

from playwright.sync_api import Page, expect


def back_up(page: Page) -> None:
    """From the first page to a new backup."""
    page.goto("/")
    page.get_by_role("link", name="Backups").click()
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_text("applications were backed up")).to_be_visible(timeout=30_000)


def test_a_backup_is_made_downloaded_restored_and_deleted(fresh_server, each_way):
    """Each step is a press or two, and what is there is not replaced."""
    page = each_way
    back_up(page)
    page.get_by_role("listitem").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Applications in it")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("^Download")).click()
    with tarfile.open(download.value.path()) as archive:
        assert "applications/userscrud.sqlite" in archive.getnames()
    # The tick lies over the checkbox.
    page.get_by_text("Address book", exact=True).click()
    page.get_by_role("button", name="Restore", exact=True).click()
    expect(page.get_by_text("There already, left as it is: userscrud")).to_be_visible(timeout=30_000)
    page.get_by_role("listitem").get_by_role("link").first.click()
    page.get_by_role("link", name="Delete this backup…").click()
    page.get_by_role("button", name="Delete backup").click()
    expect(page.get_by_text("There are no backups yet.")).to_be_visible()


def test_axe_finds_nothing_on_backups(fresh_server, each_size, axe, watch):
    """The list, a backup, the question before its deletion, and a form that was refused."""
    watch.allow("status of 422")
    page = each_size
    back_up(page)
    axe(page)
    page.get_by_label("Daily backups").fill("many")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("whole numbers")
    axe(page)
    page.goto("/apps/backups")
    page.get_by_role("listitem").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Applications in it")).to_be_visible()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Delete this backup…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    axe(page)
