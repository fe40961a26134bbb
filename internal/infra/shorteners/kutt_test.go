package shorteners_test

import (
	"testing"

	"linnet/internal/core/retrieval"
	"linnet/internal/testkit/testshorteners"
)

func TestKutt_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	got := read(t, retrieval.Kutt, testshorteners.Kutt(t))
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": l.Short(), "alias": l.Slug, "url": l.URL, "comments": l.Comments, "clicks": clicks(l),
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05.000Z"), "archived": "false", "hasPassword": "false",
		}
		switch {
		case l.N == testshorteners.Full:
			want["hasPassword"], want["expiresAt"] = "true", "2031-05-04T12:30:00.000Z"
		case l.Archived:
			want["archived"] = "true"
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}
