package apikit_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"linnet/internal/edge/apikit"
)

func TestEventWriter_Format(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	stream := apikit.NewEventWriter(w)
	stream.Comment("heartbeat")
	stream.Event("clk_1", "click", map[string]string{"text": "two\nlines"})
	stream.Event("", "job", 7)
	if w.Body.Len() > 0 {
		t.Error("events are sent before Flush")
	}
	if err := stream.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = ": heartbeat\n\nid: clk_1\nevent: click\ndata: {\"text\":\"two\\nlines\"}\n\nevent: job\ndata: 7\n\n"
	if got := w.Body.String(); got != want || !w.Flushed {
		t.Errorf("%q, want %q", got, want)
	}
	if h := w.Header(); h.Get("Content-Type") != "text/event-stream; charset=utf-8" || h.Get("X-Accel-Buffering") != "no" {
		t.Errorf("headers: %v", h)
	}
}

// brokenWriter is a connection that the client has closed.
type brokenWriter struct{ *httptest.ResponseRecorder }

var errClosed = errors.New("connection closed")

func (brokenWriter) Write([]byte) (int, error) { return 0, errClosed }

func TestEventWriter_FlushReportsErrors(t *testing.T) {
	t.Parallel()
	stream := apikit.NewEventWriter(brokenWriter{httptest.NewRecorder()})
	stream.Comment("heartbeat")
	for range 2 {
		if err := stream.Flush(); !errors.Is(err, errClosed) {
			t.Errorf("Flush: %v, want the error of the connection", err)
		}
	}
	invalid := apikit.NewEventWriter(httptest.NewRecorder())
	invalid.Event("", "job", func() {})
	if invalid.Flush() == nil {
		t.Error("data that is not JSON is sent")
	}
}

func TestStreams_LimitPerKey(t *testing.T) {
	t.Parallel()
	s := apikit.NewStreams(2)
	for i, want := range []bool{true, true, false} {
		if s.Open("a") != want {
			t.Errorf("stream %d of a key: opened %v, want %v", i+1, !want, want)
		}
	}
	if !s.Open("b") {
		t.Error("another key's streams count")
	}
	s.Release("a")
	if !s.Open("a") {
		t.Error("a released stream still counts")
	}
	select {
	case <-s.Done():
		t.Error("done before Close")
	default:
	}
	s.Close()
	s.Close()
	<-s.Done()
	if s.Open("c") {
		t.Error("a stream opens after Close")
	}
}

func TestCompress(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for what, c := range map[string]struct {
		path, accept, encoding string
	}{
		"a large response":                    {"/size/2000", "gzip", "gzip"},
		"a tiny response":                     {"/size/100", "gzip", ""},
		"a client without gzip":               {"/size/2000", "identity", ""},
		"an event stream of more than a page": {"/events", "gzip", ""},
	} {
		got := a.do(t, "GET", c.path, "", "Accept-Encoding", c.accept)
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s: %d, encoding %q, want %q", what, got.StatusCode, got.Header.Get("Content-Encoding"), c.encoding)
		}
	}
	large := a.do(t, "GET", "/size/2000", "", "Accept-Encoding", "gzip")
	if strings.Trim(strings.TrimSpace(large.text), `"`) != strings.Repeat("a", 2000) || !strings.Contains(large.Header.Get("Vary"), "Accept-Encoding") {
		t.Errorf("Vary %q, %d bytes", large.Header.Get("Vary"), len(large.text))
	}
	problem := a.do(t, "POST", "/things", `{"name":"ab","tags":[`+strings.TrimSuffix(strings.Repeat("1,", 100), ",")+`]}`, "Accept-Encoding", "gzip")
	if p := problem.problem(t); problem.Header.Get("Content-Encoding") != "gzip" || len(p.Errors) == 0 {
		t.Errorf("a large problem: encoding %q, %d errors", problem.Header.Get("Content-Encoding"), len(p.Errors))
	}
}
