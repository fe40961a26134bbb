package httpapi_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// view records a human's view of a bio page.
func (c *clicks) view(t *testing.T, u user, pageID string, at time.Time, change ...func(*click.Hit)) {
	t.Helper()
	c.visit(t, u, "", "@ada", at, append([]func(*click.Hit){func(h *click.Hit) {
		h.PageID, _ = ident.Number(pageID)
		h.Outcome, h.URL = visitor.Viewed, ""
	}}, change...)...)
}

// open records that a human opens a block of a bio page that has no link.
func (c *clicks) open(t *testing.T, u user, pageID, blockID string, at time.Time, change ...func(*click.Hit)) {
	t.Helper()
	c.view(t, u, pageID, at, append([]func(*click.Hit){func(h *click.Hit) {
		h.BlockID, _ = ident.Number(blockID)
		h.Outcome, h.Trigger, h.URL = visitor.Opened, click.TriggerBio, "https://shop.example/e"
	}}, change...)...)
}

func from(address string) func(*click.Hit) {
	return func(h *click.Hit) { h.Addr = netip.MustParseAddr(address) }
}

// onBlock makes a hit a click on a block of a page.
func onBlock(shortURL string) func(*click.Hit) {
	_, query, _ := strings.Cut(shortURL, "?")
	return func(h *click.Hit) { h.Query, h.Trigger = query, click.TriggerOf(query) }
}

// blockQuery returns the query with which a block of a page opens its link.
func blockQuery(pageID, blockID string) string {
	return "?lnt=bio&lnb=" + strings.TrimPrefix(pageID, "bio_") + "." + strings.TrimPrefix(blockID, "blk_")
}

func TestBioPages_CountsViewsAndClicksApart(t *testing.T) {
	t.Parallel()
	c, option := withClicks(t)
	in := newInstall(t, option)
	u := in.signUp(t)
	made := u.createPage(t, "ada", map[string]any{"type": "link", "url": "https://example.com/p", "title": "Portfolio"})
	block := made["blocks"].([]any)[0].(map[string]any)
	pageID, linkID, query := made["id"].(string), block["linkId"].(string), blockQuery(made["id"].(string), block["id"].(string))
	now := in.clock.Now()
	c.view(t, u, pageID, now.Add(-time.Hour))
	c.view(t, u, pageID, now.Add(-time.Hour))
	c.view(t, u, pageID, now.Add(-time.Hour), from("198.51.100.78"))
	c.view(t, u, pageID, now.Add(-time.Hour), func(h *click.Hit) { h.RequestReason = visitor.BotPrefetch })
	c.view(t, u, ident.New(ident.BioPage), now.Add(-time.Hour))
	c.visit(t, u, linkID, "p", now.Add(-time.Hour), onBlock(query))
	c.visit(t, u, linkID, "p", now.Add(-time.Hour)) // not from the page
	get := func(path string) map[string]any {
		return u.call(t, "GET", path, nil).want(t, http.StatusOK).json(t)
	}
	count := "/analytics?groupBy=count&pageId=" + pageID
	eventually(t, "the visits are counted", func() bool { return get("/analytics?groupBy=count")["clicks"] == 2.0 })
	if got := get(count); got["views"] != 3.0 || got["uniques"] != 2.0 || got["clicks"] != 1.0 {
		t.Errorf("the page: %v, want 3 views by 2 visitors and 1 click", got)
	}
	// The views of the page are the basis of the click rate of each block.
	if got := get(count + "&trigger=bio&blockId=" + block["id"].(string)); got["views"] != 3.0 || got["clicks"] != 1.0 {
		t.Errorf("the block: %v", got)
	}
	if got := get(count + "&traffic=bot"); got["views"] != 1.0 || got["clicks"] != 0.0 {
		t.Errorf("bots: %v", got)
	}
	if got := get("/analytics?groupBy=count"); got["views"] != nil || got["clicks"] != 2.0 {
		t.Errorf("the workspace: %v, want 2 clicks and no views", got)
	}
	if got := get("/analytics?groupBy=count&orphans=true"); got["clicks"] != 0.0 {
		t.Errorf("visits to unknown aliases: %v", got)
	}
	rows := get("/analytics?groupBy=block&pageId=" + pageID)["rows"].([]any)
	if len(rows) != 1 || rows[0].(map[string]any)["key"] != block["id"] || rows[0].(map[string]any)["clicks"] != 1.0 {
		t.Errorf("blocks: %v", rows)
	}
	rows = get("/analytics?groupBy=page&views=true&traffic=all")["rows"].([]any)
	if len(rows) != 2 || rows[0].(map[string]any)["key"] != pageID || rows[0].(map[string]any)["clicks"] != 4.0 {
		t.Errorf("views of pages: %v", rows)
	}
	if got := u.call(t, "GET", "/bio-pages", nil).want(t, http.StatusOK).json(t)["items"].([]any)[0].(map[string]any); got["views"] != 3.0 || got["clicks"] != 1.0 {
		t.Errorf("the list has %v views and %v clicks, want 3 and 1", got["views"], got["clicks"])
	}
	events := get("/clicks?views=true&pageId=" + pageID)["items"].([]any)
	if first := events[0].(map[string]any); len(events) != 3 || first["outcome"] != "view" || first["pageId"] != pageID || first["linkId"] != "" {
		t.Errorf("recent views: %v", events)
	}
	if got := get("/clicks?pageId=" + pageID)["items"].([]any); len(got) != 1 || got[0].(map[string]any)["blockId"] != block["id"] {
		t.Errorf("recent clicks: %v", got)
	}
	u.call(t, "GET", "/analytics?groupBy=count&views=true&orphans=true", nil).want(t, http.StatusUnprocessableEntity)
}

func TestBioPages_CountsClicksOnBlocksApartFromThoseOnLinks(t *testing.T) {
	t.Parallel()
	c, option := withClicks(t)
	in := newInstall(t, option)
	u := in.signUp(t)
	made := u.createPage(t, "ada", map[string]any{"type": "link", "url": "https://example.com/p", "title": "Portfolio"},
		map[string]any{"type": "product", "title": "Engine", "price": "19.90", "currency": "EUR", "url": "https://shop.example/e"})
	blocks := made["blocks"].([]any)
	link, product := blocks[0].(map[string]any), blocks[1].(map[string]any)["id"].(string)
	pageID, now := made["id"].(string), in.clock.Now()
	c.view(t, u, pageID, now.Add(-time.Hour))
	c.open(t, u, pageID, product, now.Add(-time.Hour))
	c.open(t, u, pageID, product, now.Add(-time.Hour))
	c.open(t, u, pageID, product, now.Add(-time.Hour), func(h *click.Hit) { h.RequestReason = visitor.BotPrefetch })
	c.visit(t, u, link["linkId"].(string), "p", now.Add(-time.Hour), onBlock(blockQuery(pageID, link["id"].(string))))
	get := func(path string) map[string]any { return u.call(t, "GET", path, nil).want(t, http.StatusOK).json(t) }
	eventually(t, "the visits are counted", func() bool { return get("/analytics?groupBy=count")["clicks"] == 1.0 })
	for path, want := range map[string]float64{
		"blocks=true": 3, "blocks=true&pageId=" + pageID: 3, "blocks=true&traffic=bot": 1, "pageId=" + pageID: 1, "blockId=" + product: 0,
		"blocks=true&url=https%3A%2F%2Fshop.example%2Fe": 2, "views=true": 1, "orphans=true": 0, "": 1,
	} {
		if got := get("/analytics?groupBy=count&" + path); got["clicks"] != want {
			t.Errorf("%q: %v clicks, want %v", path, got["clicks"], want)
		}
	}
	if got := get("/analytics?groupBy=count&blocks=true&pageId=" + pageID); got["views"] != 1.0 {
		t.Errorf("%v views, want 1", got["views"])
	}
	rows := get("/analytics?groupBy=block&blocks=true&pageId=" + pageID)["rows"].([]any)
	if first := rows[0].(map[string]any); len(rows) != 2 || first["key"] != product || first["clicks"] != 2.0 {
		t.Errorf("blocks: %v", rows)
	}
	if got := get("/bio-pages")["items"].([]any)[0].(map[string]any); got["views"] != 1.0 || got["clicks"] != 3.0 {
		t.Errorf("the list has %v views and %v clicks, want 1 and 3", got["views"], got["clicks"])
	}
	latest := get("/clicks?blocks=true&blockId=" + product)["items"].([]any)
	if first := latest[0].(map[string]any); len(latest) != 2 || first["outcome"] != "open" || first["linkId"] != "" || first["url"] != "https://shop.example/e" {
		t.Errorf("recent clicks: %v", latest)
	}
	exported := u.call(t, "GET", "/analytics/export?blocks=true&pageId="+pageID, nil).want(t, http.StatusOK)
	if lines := strings.Count(strings.TrimSpace(string(exported.body)), "\n"); lines != 3 {
		t.Errorf("%d clicks are exported, want 3", lines)
	}
	for _, two := range []string{"views=true", "orphans=true"} {
		u.call(t, "GET", "/analytics?groupBy=count&blocks=true&"+two, nil).want(t, http.StatusUnprocessableEntity)
	}
	u.call(t, "GET", "/clicks/stream?blocks=true&views=true", nil).want(t, http.StatusUnprocessableEntity)
}

// A visitor can change the marker in the address of a link. A click never counts for
// a page of a workspace that the link does not belong to.
func TestBioPages_ForgedMarkersStayInTheWorkspace(t *testing.T) {
	t.Parallel()
	c, option := withClicks(t)
	in := newInstall(t, option)
	ada, eve := in.signUp(t), in.signUp(t)
	made := ada.createPage(t, "ada", map[string]any{"type": "link", "url": "https://example.com/p", "title": "Portfolio"})
	block := made["blocks"].([]any)[0].(map[string]any)
	own := eve.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated).json(t)
	c.visit(t, eve, own["id"].(string), "e", in.clock.Now(), onBlock(blockQuery(made["id"].(string), block["id"].(string))))
	eventually(t, "the click is counted", func() bool {
		return eve.call(t, "GET", "/analytics?groupBy=count", nil).want(t, http.StatusOK).json(t)["clicks"] == 1.0
	})
	for _, path := range []string{"/analytics?groupBy=count&pageId=", "/analytics?groupBy=count&blockId=" + block["id"].(string) + "&pageId="} {
		if got := ada.call(t, "GET", path+url.QueryEscape(made["id"].(string)), nil).want(t, http.StatusOK).json(t); got["clicks"] != 0.0 {
			t.Errorf("%s: %v", path, got)
		}
	}
	rows := eve.call(t, "GET", "/analytics?groupBy=block", nil).want(t, http.StatusOK).json(t)["rows"].([]any)
	if len(rows) != 1 || rows[0].(map[string]any)["label"] != block["id"] {
		t.Errorf("the other workspace reads %v, want no name", rows)
	}
}

func TestStream_SendsVisitsToPages(t *testing.T) {
	t.Parallel()
	c, option := withClicks(t)
	in := newInstall(t, option)
	u := in.signUp(t)
	page, other, link, block := ident.New(ident.BioPage), ident.New(ident.BioPage), ident.New(ident.Link), ident.New(ident.PageBlock)
	clicks, views, all := listen(t, u, ""), listen(t, u, "?views=true&pageId="+page), listenTo(t, u, "/stream")
	opened := listen(t, u, "?blocks=true&pageId="+page)
	all.data(t, "start")
	c.view(t, u, other, noon.Add(-2*time.Second))
	c.view(t, u, page, noon.Add(-time.Second))
	c.open(t, u, page, block, noon.Add(-time.Second))
	clicked := c.visit(t, u, link, "hop", noon)
	if e := clicks.next(t); e["id"] != clicked {
		t.Errorf("the stream of clicks has %v", e)
	}
	if e := views.next(t); e["event"] != "click" || !strings.Contains(e["data"], `"pageId":"`+page+`"`) || !strings.Contains(e["data"], `"outcome":"view"`) {
		t.Errorf("the stream of the page has %v", e)
	}
	if e := opened.next(t); e["event"] != "click" || !strings.Contains(e["data"], `"blockId":"`+block+`"`) {
		t.Errorf("the stream of blocks has %v", e)
	}
	for _, want := range []map[string]string{
		{"event": "view", "id": ""}, {"event": "view", "id": ""}, {"event": "block", "id": ""}, {"event": "click", "id": clicked},
	} {
		if e := all.next(t); e["event"] != want["event"] || e["id"] != want["id"] {
			t.Errorf("%v, want %v", e, want)
		}
	}
}
