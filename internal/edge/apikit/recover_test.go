package apikit_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"linnet/internal/edge/apikit"
)

func TestRouter_RecoversPanics(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	got := a.do(t, "GET", "/fail/panic", "")
	if p := got.problem(t); p.Status != http.StatusInternalServerError || strings.Contains(got.text, "secret") {
		t.Errorf("%s", got.text)
	}
	if log := a.log.String(); !strings.Contains(log, "broken secret") || !strings.Contains(log, "harness_test.go") {
		t.Errorf("the log has neither the panic nor its stack: %s", log)
	}
	if got := a.do(t, "GET", "/things", ""); got.StatusCode != http.StatusOK {
		t.Errorf("the next request: %d", got.StatusCode)
	}
}

func TestRouter_AbortsABegunResponse(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(newAPI(t))
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+prefix+"/fail/later", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	got, err := server.Client().Do(r)
	if err == nil {
		_, err = io.ReadAll(got.Body)
		got.Body.Close()
	}
	if err == nil {
		t.Error("the client takes a part of the response for the whole")
	}
}

func TestPanicError(t *testing.T) {
	t.Parallel()
	if err := apikit.PanicError(nil); err != nil {
		t.Errorf("without a panic: %v", err)
	}
	defer func() {
		if recover() != http.ErrAbortHandler { //nolint:errorlint // compared, never wrapped
			t.Error("http.ErrAbortHandler is not passed on")
		}
	}()
	_ = apikit.PanicError(http.ErrAbortHandler)
}
