package shorteners_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/testkit/testshorteners"
)

func TestYOURLS_ReturnsTheFieldsOfLinks(t *testing.T) {
	t.Parallel()
	peer := testshorteners.YOURLS(t)
	got := read(t, retrieval.YOURLS, peer)
	for _, l := range testshorteners.Links() {
		want := cells{
			"shortUrl": peer.Short(l), "url": l.URL, "title": l.Title, "createdAt": l.CreatedAt.Format("2006-01-02 15:04:05"),
		}
		want["clicks"] = clicks(l)
		if l.Clicks == 0 {
			want["clicks"] = "0"
		}
		checkLink(t, l.Slug, got[l.N], want)
	}
}

func TestYOURLS_AcceptsAUserAndTheAddressOfTheFile(t *testing.T) {
	t.Parallel()
	peer := testshorteners.YOURLS(t)
	peer.SetFaults(testshorteners.Faults{})
	c := retrieval.Connection{From: retrieval.YOURLS, URL: peer.URL + "/yourls-api.php", Key: testshorteners.YOURLSUser}
	page, err := opener().Open(c).Page(context.Background(), "")
	if err != nil || len(page.Links) != 1000 || page.Total != testshorteners.Count {
		t.Fatalf("%d links of %d: %v", len(page.Links), page.Total, err)
	}
	for i, l := range page.Links { // the newest first, in the order of the keys of the answer
		if want := peer.ID(testshorteners.Links()[testshorteners.Count-1-i]); l.ID != want {
			t.Fatalf("link %d is %s, want %s", i, l.ID, want)
		}
	}
	c.Key = "admin:another"
	if _, err := opener().Open(c).Page(context.Background(), ""); !fault.Names(err, "key") {
		t.Errorf("a wrong password is %v", err)
	}
}

func TestYOURLS_ReadsCodesInAnswers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		code  fault.Code
		field string
	}{
		`{"errorCode":403,"message":"Please log in"}`:                        {fault.Invalid, "key"},
		`{"statusCode":"500","message":"Error"}`:                             {fault.Unavailable, "url"},
		`{"errorCode":"400","message":"Unknown action"}`:                     {fault.Invalid, "url"},
		"\ufeff" + `{"links":[],"stats":{"total_links":0},"statusCode":200}`: {},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		t.Cleanup(server.Close)
		page, err := opener().Open(retrieval.Connection{From: retrieval.YOURLS, URL: server.URL, Key: "k"}).Page(context.Background(), "")
		if fault.CodeOf(err) != want.code || want.field != "" && !fault.Names(err, want.field) || len(page.Links) != 0 || page.Next != "" {
			t.Errorf("%s: %v, %v", body, page, err)
		}
	}
}
