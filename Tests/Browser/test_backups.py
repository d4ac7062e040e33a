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
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_role("link", name="Delete this backup…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    axe(page)


def test_a_storage_that_is_not_there_is_told_and_its_key_is_never_shown(fresh_server, each_way, watch):
    """What was typed is kept but the key; the storage is looked at once it is set, and forgotten with an empty address."""
    watch.allow("status of 422")
    page = each_way
    page.goto("/apps/backups")
    save = page.get_by_role("button", name="Save").last
    page.get_by_label("Address of the storage").fill("http://example.com")
    page.get_by_label("Bucket").fill("copies")
    page.get_by_label("Key ID").fill("key-id")
    page.get_by_label("Secret key").fill("secret-123456")
    save.click()
    expect(page.get_by_role("alert")).to_contain_text("Without https")
    expect(page.get_by_label("Bucket")).to_have_value("copies")
    page.get_by_label("Address of the storage").fill("http://127.0.0.1:1")
    page.get_by_label("Secret key").fill("secret-123456")
    save.click()
    expect(page.get_by_text("The storage could not be read")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Key ID")).to_have_value("key-id")
    expect(page.get_by_label("Secret key")).to_have_value("")
    assert "secret-123456" not in page.content()
    page.get_by_label("Address of the storage").fill("")
    save.click()
    expect(page.get_by_label("Bucket")).to_have_value("")
