package click

import (
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/visitor"
)

func TestEnricher_ReadsThePageAndBlockOfAClick(t *testing.T) {
	t.Parallel()
	const page, block = "bio_3kq7c8v0d5m2a", "blk_5hq1v9x2c7n4a"
	for query, want := range map[string][2]string{
		"lnt=bio&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a":        {page, block},
		"a=1&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a&lnt=bio":    {page, block},
		"lnt=bio&lnb=3kq7c8v0d5m2a":                      {page, ""},
		"lnt=bio&lnb=3kq7c8v0d5m2a.x":                    {page, ""},
		"lnt=bio&lnb=x.5hq1v9x2c7n4a":                    {"", ""},
		"lnt=bio":                                        {"", ""},
		"lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a":                {"", ""}, // not from a page
		"qr=1&lnt=bio&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a":   {"", ""}, // a scan
		"lnt=bio&lnb=0000000000000.0000000000000":        {"", ""},
		"lnt=bio&lnb=%33kq7c8v0d5m2a%2E5hq1v9x2c7n4a&x=": {page, block},
	} {
		hit := Hit{LinkID: 3, Query: query}
		gotPage, gotBlock := originOf(&hit, triggerOf(&hit))
		if got := [2]string{ident.Text(ident.BioPage, gotPage), ident.Text(ident.PageBlock, gotBlock)}; got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

func TestEnricher_StoresVisitsToPages(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	got := e.must(t, Hit{
		ID: 7, At: noon, WorkspaceID: 1, PageID: 5, Outcome: visitor.Viewed, Query: "lnt=bio&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a", UserAgent: "browser",
	})
	if got.PageID != 5 || got.BlockID != 0 || got.LinkID != 0 || got.Outcome != visitor.Viewed {
		t.Errorf("a view: %+v", got)
	}
	opened := e.must(t, Hit{
		ID: 7, At: noon, WorkspaceID: 1, PageID: 5, BlockID: 6, Outcome: visitor.Opened, Trigger: TriggerBio,
		Query: "lnt=bio&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4b", URL: "https://example.com/?utm_source=page", UserAgent: "browser",
	})
	if opened.PageID != 5 || opened.BlockID != 6 || opened.LinkID != 0 || opened.Trigger != TriggerBio || opened.UTM.Source != "page" {
		t.Errorf("a block that was opened: %+v", opened)
	}
	orphan := e.must(t, Hit{ID: 7, At: noon, WorkspaceID: 1, Outcome: visitor.Orphan, Query: "lnt=bio&lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4a"})
	if orphan.PageID != 0 || orphan.BlockID != 0 {
		t.Errorf("a visit to an unknown alias has a page: %+v", orphan)
	}
}
