package cli

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestNode_UnknownPathsBelowAPIReturnProblems checks that programs never receive a page
// below /api, whatever the path and the method.
func TestNode_UnknownPathsBelowAPIReturnProblems(t *testing.T) {
	t.Parallel()
	origin := start(t, nil)
	const below, slash = "Its endpoints are below /api/v1.", "Remove the slash at the end of the path."
	for path, hint := range map[string]string{
		"/api": below, "/api/": below, "/api/unknown": below, "/api/v2/links": below, "/api/v1": below, "/api/v10/links": below,
		"/api/v1/": slash, "/api/v1/links/": slash, "/api/v1/links/lnk_1/": slash, "/api/v1/unknown": "The API has no such endpoint.",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"} {
			wantProblem(t, method, origin+path, http.StatusNotFound, hint)
		}
	}
	for _, method := range []string{"PUT", "OPTIONS", "PROPFIND"} {
		wantProblem(t, method, origin+"/api/v1/links", http.StatusMethodNotAllowed, "DELETE, GET, HEAD, PATCH, POST")
	}
}

// wantProblem makes a request without credentials and checks that the answer is a problem
// document whose message contains a text.
func wantProblem(t *testing.T, method, url string, status int, text string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(request) // follows no redirects
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != status || kind != "application/problem+json" {
		t.Errorf("%s %s: %d %s", method, url, answer.StatusCode, kind)
		return
	}
	if method == http.MethodHead {
		return
	}
	var problem struct{ Message string }
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || !strings.Contains(problem.Message, text) {
		t.Errorf("%s %s: %q %v, want %q", method, url, problem.Message, err, text)
	}
}
