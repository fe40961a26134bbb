package shorteners_test

import (
	"encoding/json"
	"slices"
	"testing"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/testkit/testshorteners"
)

func TestShlink_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	got := read(t, retrieval.Shlink, testshorteners.Shlink(t))
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": l.Short(), "alias": l.Slug, "url": l.URL, "title": l.Title, "clicks": clicks(l), "tags": tags(l),
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05+00:00"), "indexable": "false", "forwardQuery": "true",
		}
		if l.N == testshorteners.Full {
			want["startsAt"], want["expiresAt"], want["maxClicks"] = "2024-02-01T03:00:00+00:00", "2031-05-04T12:30:00+00:00", "50000"
			want["indexable"], want["forwardQuery"] = "true", "false"
			want[transfer.Rules] = `[{"when":{"all":[{"field":"os","op":"in","values":["iOS"]}]},"then":{"redirect":"https://apps.example.com/ios"}},` +
				`{"when":{"all":[{"field":"os","op":"in","values":["Android"]}]},"then":{"redirect":"https://apps.example.com/android"}},` +
				`{"when":{"all":[{"field":"country","op":"in","values":["DE"]}]},"then":{"redirect":"https://www.example.com/de"}}]`
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}

// tags returns the cell of the tags of a link.
func tags(l testshorteners.Link) string {
	if len(l.Tags) == 0 {
		return ""
	}
	raw, err := json.Marshal(l.Tags)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// hidden is the cell of the tags of a link that its shortener only hides from lists.
func hidden(l testshorteners.Link) string {
	l.Tags = append(slices.Clone(l.Tags), "archived")
	return tags(l)
}
