package shorteners_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/testkit/testshorteners"
)

func TestBitly_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Bitly(t)
	got := read(t, retrieval.Bitly, peer)
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": l.Short(), "url": l.URL, "title": l.Title, "tags": tags(l),
			"createdAt": l.CreatedAt.Format("2006-01-02T15:04:05+0000"),
		}
		switch {
		case l.N == testshorteners.Full:
			want["shortUrl"], want["aliases"] = "https://to.example.com/spring-sale", "launch a0003"
			want["expiresAt"] = "2031-05-04T12:30:00+0000"
		case l.Archived:
			want["tags"] = hidden(l)
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}

// bitlyServer answers with one group, whose list is body.
func bitlyServer(t *testing.T, body func(host string) string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/groups") {
			_, _ = w.Write([]byte(`{"groups":[{"guid":"B1"}]}`))
			return
		}
		_, _ = w.Write([]byte(body(r.Host)))
	}))
	t.Cleanup(server.Close)
	return server
}

func TestBitly_FollowsNoPageOfAnotherHost(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Bitly(t)
	server := bitlyServer(t, func(string) string {
		return fmt.Sprintf(`{"links":[{"id":"bit.ly/a"}],"pagination":{"next":"%s/v4/groups/B1/bitlinks?search_after=a"}}`, peer.URL)
	})
	c := retrieval.Connection{From: retrieval.Bitly, URL: server.URL, Key: peer.Key}
	if _, err := opener().Open(c).Page(context.Background(), ""); !fault.Is(err, fault.Invalid) || !fault.Names(err, "url") {
		t.Errorf("a next page of another host is %v", err)
	}
	if keys := peer.Keys(); len(keys) != 0 {
		t.Errorf("the other host has received %q", keys)
	}
}

func TestBitly_AsksTheNextPageForArchivedLinksToo(t *testing.T) {
	t.Parallel()
	var queries []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.URL.Path+"?"+r.URL.RawQuery)
		switch {
		case strings.HasSuffix(r.URL.Path, "/groups"):
			_, _ = w.Write([]byte(`{"groups":[{"guid":"B1"}]}`))
		case r.URL.Query().Get("search_after") == "":
			_, _ = fmt.Fprintf(w, `{"links":[],"pagination":{"next":"https://%s/v4/groups/B1/bitlinks?search_after=x%%2Fy"}}`, r.Host)
		default:
			_, _ = w.Write([]byte(`{"links":[]}`))
		}
	}))
	t.Cleanup(server.Close)
	walk(t, retrieval.Connection{From: retrieval.Bitly, URL: server.URL + "/v4", Key: "k"}, nil)
	want := []string{
		"/v4/groups?", "/v4/groups/B1/bitlinks?archived=both&size=100", "/v4/groups/B1/bitlinks?archived=both&search_after=x%2Fy&size=100", "/v4/groups?",
	}
	if strings.Join(queries, "\n") != strings.Join(want, "\n") {
		t.Errorf("the calls are %q", queries)
	}
}

func TestBitly_ReadsControlCharactersInTitlesAndMissingFields(t *testing.T) {
	t.Parallel()
	server := bitlyServer(t, func(string) string {
		return "{\"links\":[{\"id\":\"bit.ly/a\",\"title\":\"One\ntwo\tthree\"},{}],\n\t\"pagination\":{}}"
	})
	links, _ := walk(t, retrieval.Connection{From: retrieval.Bitly, URL: server.URL, Key: "k"}, nil)
	if len(links) != 2 || links[0].Cells[transfer.Title] != "One two three" || links[1].ID != "" {
		t.Errorf("the links are %v", links)
	}
}
