package shorteners_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/testkit/testshorteners"
)

func TestShortIO_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	got := read(t, retrieval.ShortIO, testshorteners.ShortIO(t))
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": l.Short(), "alias": l.Slug, "url": l.URL, "title": l.Title, "tags": tags(l), "folder": l.Folder,
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05.000Z"), "hasPassword": "false",
			"forwardQuery": "true",
		}
		if l.N%2 == 0 {
			want["createdAt"] = strconv.FormatInt(l.CreatedAt.UnixMilli(), 10)
		}
		if l.Archived {
			want["tags"] = hidden(l)
		}
		if l.N == testshorteners.Full {
			addFull(want)
			want["expiresAt"], want["maxClicks"], want["hasPassword"] = "1935664200000", "50000", "true"
			want["forwardQuery"], want["redirectStatus"] = "false", "301"
			want[transfer.Rules] = `[{"name":"iOS","when":{"field":"os","op":"in","values":["iOS"]},"then":{"redirect":"https://apps.example.com/ios"}},` +
				`{"name":"Android","when":{"field":"os","op":"in","values":["Android"]},"then":{"redirect":"https://apps.example.com/android"}}]`
			want["split"] = `[{"url":"https://www.example.com/pages/3?from=short","weight":70},{"url":"https://www.example.com/variant","weight":30}]`
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}

func TestShortIO_ReadsOtherFormsOfFields(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/domains":
			_, _ = w.Write([]byte(`[{"id":"7","hostname":"go.example.com"}]`))
		case "/links/folders/7":
			_, _ = w.Write([]byte(`{"linkFolders":[]}`))
		default:
			_, _ = w.Write([]byte(`{"links":[
				{"id":12,"path":"","shortURL":"https://go.example.com/","originalURL":"https://a.example"},
				{"id":13,"path":"b","originalURL":"https://b.example","splitURL":"https://c.example","redirectType":"307","clicksLimit":"20","title":null},
				{"id":14,"path":"c","redirectType":"meta"}]}`))
		}
	}))
	t.Cleanup(server.Close)
	links, _ := walk(t, retrieval.Connection{From: retrieval.ShortIO, URL: server.URL, Key: "k"}, nil)
	if len(links) != 3 || links[0].ID != "12" || links[1].ID != "13" || links[2].ID != "14" {
		t.Fatalf("the links are %v", links)
	}
	if alias := links[0].Cells[transfer.Alias]; alias != "/" {
		t.Errorf("the link of the domain has the alias %q", alias)
	}
	split := `[{"url":"https://b.example","weight":50},{"url":"https://c.example","weight":50}]`
	if c := links[1].Cells; c["split"] != split || c["redirectStatus"] != "307" || c["maxClicks"] != "20" {
		t.Errorf("the link with other forms has %v", c)
	}
	if c := links[2].Cells; c["redirectStatus"] != "" || c[transfer.URL] != "" {
		t.Errorf("the link with an unknown redirect has %v", c)
	}
}
