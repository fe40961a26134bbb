package link_test

import (
	"fmt"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

func TestService_CreateManyKeepsTheOrderInLists(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	drafts := make([]link.Draft, 60)
	for i := range drafts {
		drafts[i].URL = fmt.Sprintf("https://example.com/%d", i)
	}
	if _, err := b.CreateMany(t.Context(), b.owner, drafts); err != nil {
		t.Fatal(err)
	}
	page, err := b.List(t.Context(), b.owner, link.Filter{Sort: link.ByCreatedAt, Limit: 100})
	if err != nil || len(page.Links) != len(drafts) {
		t.Fatalf("%d links, %v", len(page.Links), err)
	}
	for i, l := range page.Links {
		if l.URL != drafts[i].URL {
			t.Fatalf("place %d has %s", i, l.URL)
		}
	}
}
