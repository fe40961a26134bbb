package biopage_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
)

func TestHandler_RecordsEachGETOfThePage(t *testing.T) {
	t.Parallel()
	doc := document()
	doc.WorkspaceID = "wsp_0000000000001"
	doc.Blocks = append(doc.Blocks, page.Block{ID: "blk_0000000000020", Visible: true, Body: &page.Form{Title: "News", Button: "Send", Consent: "Yes"}})
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)})
	views := 0
	send := func(method, target, etag string) *httptest.ResponseRecorder {
		t.Helper()
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, target, nil)
		r.Header.Set("If-None-Match", etag)
		err := h.ServePage(w, r, pageID, "", visitor, func(of click.PageVisit, answer func()) {
			if of.WorkspaceID != doc.WorkspaceID || w.Body.Len() > 0 {
				t.Errorf("%s %s: recorded %v after %d bytes", method, target, of, w.Body.Len())
			}
			if of.BlockID == "" {
				views++
			}
			answer()
		})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	etag := send(http.MethodGet, "/@ada", "").Header().Get("ETag")
	for _, tt := range []struct {
		method, target, etag string
		status, views        int
	}{
		{http.MethodGet, "/@ada", etag, http.StatusNotModified, 2}, // the browser shows its copy
		{http.MethodGet, "/@ada?utm_source=x", "", http.StatusOK, 3},
		{http.MethodHead, "/@ada", "", http.StatusOK, 3},
		{http.MethodGet, "/@ada?vcard=blk_0000000000007", "", http.StatusOK, 3},
		{http.MethodGet, "/@ada?sent=blk_0000000000020", "", http.StatusOK, 3}, // follows a form
		{http.MethodGet, "/@ada?sent=unknown", "", http.StatusOK, 4},
	} {
		if w := send(tt.method, tt.target, tt.etag); w.Code != tt.status || views != tt.views {
			t.Errorf("%s %s: %d, %d views; want %d, %d views", tt.method, tt.target, w.Code, views, tt.status, tt.views)
		}
	}
}
