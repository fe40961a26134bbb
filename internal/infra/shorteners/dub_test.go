package shorteners_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/testkit/testshorteners"
)

func TestDub_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	got := read(t, retrieval.Dub, testshorteners.Dub(t))
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": l.Short(), "alias": l.Slug, "url": l.URL, "title": l.Title, "comments": l.Comments, "tags": tags(l), "folder": l.Folder,
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05.000Z"), "clicks": clicks(l), "archived": "false", "indexable": "false",
			"trackConversions": "false",
		}
		switch {
		case l.N == testshorteners.Full:
			addFull(want)
			want["password"], want["indexable"] = "correct horse", "true"
			want["previewTitle"], want["previewDescription"] = "Spring “launch” – 10% off", "Ten percent off everything."
			want["previewImage"], want["expiresAt"] = "https://www.example.com/spring.png", "2031-05-04T12:30:00.000Z"
			want[transfer.Rules] = `[{"name":"dub:ios","when":{"field":"os","op":"in","values":["iOS"]},"then":{"redirect":"https://apps.example.com/ios"}},` +
				`{"name":"dub:android","when":{"field":"os","op":"in","values":["Android"]},"then":{"redirect":"https://apps.example.com/android"}},` +
				`{"name":"dub:geo:DE","when":{"field":"country","op":"in","values":["DE"]},"then":{"redirect":"https://www.example.com/de"}},` +
				`{"name":"dub:geo:FR","when":{"field":"country","op":"in","values":["FR"]},"then":{"redirect":"https://www.example.com/fr"}},` +
				`{"name":"dub:test","when":{"all":[{"field":"date","op":"after","values":["2024-02-01T03:00:00Z"]},` +
				`{"field":"date","op":"before","values":["2031-05-04T12:30:00Z"]}]},` +
				`"then":{"split":[{"url":"https://www.example.com/pages/3?from=short","weight":70},{"url":"https://www.example.com/variant","weight":30}]}}]`
		case l.Archived:
			want["tags"] = hidden(l)
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}

// addFull adds cells of the full link that several shorteners have in the same way.
func addFull(want cells) {
	want["fallbackUrl"] = "https://www.example.com/over"
	want["utmSource"], want["utmMedium"], want["utmCampaign"] = "newsletter", "email", "spring"
	want["utmTerm"], want["utmContent"] = "offer", "button"
}

func TestDub_ReadsLinksOfDomainsAndEndlessTests(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/folders":
			_, _ = w.Write([]byte(`[{"id":"fold_a","name":"A"}]`))
		default: // an API whose list without a folder has all links
			fmt.Fprint(w, `[{"id":"l1","key":"_root","shortLink":"https://go.example.com","folderId":"fold_a"},{"id":"l2","key":"x","folderId":"fold_b",
				"testVariants":[{"url":"https://a.example","percentage":40},{"url":"https://b.example","percentage":60}],"disabledAt":"2025-01-01T00:00:00Z"}]`)
		}
	}))
	t.Cleanup(server.Close)
	links, _ := walk(t, retrieval.Connection{From: retrieval.Dub, URL: server.URL, Key: "k"}, nil)
	if len(links) != 3 { // l1 is in its folder only
		t.Fatalf("the links are %v", links)
	}
	if l := links[1]; l.ID != "l1" || l.Cells[transfer.Alias] != "/" || l.Cells[transfer.Folder] != "A" {
		t.Errorf("the link of the domain is %v", l)
	}
	want := `[{"url":"https://a.example","weight":40},{"url":"https://b.example","weight":60}]`
	if l := links[0]; l.ID != "l2" || l.Cells["split"] != want || l.Cells[transfer.Rules] != "" || l.Cells[transfer.Archived] != "true" {
		t.Errorf("the disabled link is %v", l)
	}
}

func TestDub_ReadsOnWhereTheLastLinkOfAPageIsDeleted(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Dub(t)
	peer.SetFaults(testshorteners.Faults{})
	var unfiled []int // the newest first, as in the first list
	for _, l := range slices.Backward(peer.All()) {
		if l.Folder == "" {
			unfiled = append(unfiled, l.N)
		}
	}
	links, _ := walk(t, retrieval.Connection{From: retrieval.Dub, URL: peer.URL, Key: peer.Key}, func(call int) {
		if call == 2 {
			peer.Delete(func(l testshorteners.Link) bool { return l.N == unfiled[99] })
		}
	})
	if got := byID(t, links); len(got) != testshorteners.Count {
		t.Errorf("%d links were read", len(got))
	}
}

func TestDub_EndsBehindAFullPage(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Dub(t)
	peer.SetFaults(testshorteners.Faults{})
	left := 0
	peer.Delete(func(l testshorteners.Link) bool {
		if l.Folder == "" && left < 200 {
			left++
			return false
		}
		return true
	})
	links, _ := walk(t, retrieval.Connection{From: retrieval.Dub, URL: peer.URL, Key: peer.Key}, nil)
	if got := byID(t, links); len(got) != 200 {
		t.Errorf("%d links were read", len(got))
	}
}
