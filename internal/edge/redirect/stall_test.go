package redirect_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// While the journal's disk hangs, visitors get complete answers.
func TestHandler_AnswersWhileTheJournalHangs(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.brand, routing.Target{Alias: "plain"})
	locked := routing.Target{Alias: "locked"}
	locked.PasswordHash = "open sesame"
	s.records.put(s.brand, locked)
	s.journal.hangs = make(chan struct{})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	ended := false
	end := func() {
		if !ended {
			close(s.journal.hangs)
			ended = true
		}
	}
	t.Cleanup(end) // or the server's Close waits for the handlers
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	send := func(method, path, body string) (int, string, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "brand.test"
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		content, err := io.ReadAll(resp.Body) // ends although the handler does not
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, resp.Header.Get("Location"), string(content)
	}
	if status, location, _ := send(http.MethodGet, "/plain", ""); status != http.StatusFound || location != "https://example.com/" {
		t.Errorf("a redirect: %d %q", status, location)
	}
	if status, _, page := send(http.MethodGet, "/locked", ""); status != http.StatusOK || !strings.Contains(page, "</html>") {
		t.Errorf("a page: %d %q", status, page)
	}
	form := url.Values{"password": {"open sesame"}}.Encode()
	if status, location, _ := send(http.MethodPost, "/locked", form); status != http.StatusSeeOther || location != "https://example.com/" {
		t.Errorf("a form: %d %q", status, location)
	}
	if n := len(s.journal.all()); n != 0 {
		t.Fatalf("%d hits are recorded although the journal hangs", n)
	}
	end()
	server.Close()
	hits := s.journal.all()
	if len(hits) != 3 {
		t.Fatalf("%d hits are recorded, want 3", len(hits))
	}
	for _, hit := range hits {
		if hit.Outcome != visitor.Redirected && hit.Outcome != visitor.Locked {
			t.Errorf("outcome %v", hit.Outcome)
		}
	}
}
