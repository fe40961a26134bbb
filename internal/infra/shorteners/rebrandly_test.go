package shorteners_test

import (
	"context"
	"strconv"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/testkit/testshorteners"
)

func TestRebrandly_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	got := read(t, retrieval.Rebrandly, testshorteners.Rebrandly(t))
	for _, l := range testshorteners.Links() {
		checkLink(t, l.Slug, got[l.N], cells{
			"shortUrl": l.Short(), "alias": l.Slug, "url": l.URL, "title": l.Title, "comments": l.Comments, "tags": tags(l),
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05.000Z"), "clicks": strconv.FormatInt(l.Clicks, 10),
			"archived": strconv.FormatBool(l.Archived), "forwardQuery": strconv.FormatBool(!l.DropsQuery),
		})
	}
}

func TestRebrandly_ReadsTheWorkspaceOfAKey(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Rebrandly(t)
	peer.SetFaults(testshorteners.Faults{})
	c := retrieval.Connection{From: retrieval.Rebrandly, URL: peer.URL + "/v1", Key: peer.Key + "@" + testshorteners.RebrandlyWorkspace}
	page, err := opener().Open(c).Page(context.Background(), "")
	if err != nil || len(page.Links) != 25 || page.Total != testshorteners.Count {
		t.Errorf("%d links of %d: %v", len(page.Links), page.Total, err)
	}
	c.Key = peer.Key + "@another"
	if _, err := opener().Open(c).Page(context.Background(), ""); !fault.Names(err, "key") {
		t.Errorf("another workspace is %v", err)
	}
}
