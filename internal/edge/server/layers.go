package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"

	"linnet/internal/base/ident"
)

const requestIDHeader = "X-Request-Id"

// survive answers for a handler that panicked and says where in the log.
func (s *Server) survive(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // a sentinel that is compared, never wrapped
		panic(v)
	}
	s.cfg.Log.ErrorContext(r.Context(), "a request made Linnet panic", "method", r.Method, "class", s.class(r),
		"request", r.Header.Get(requestIDHeader), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	http.Error(w, "Something went wrong on our side. It has been noted.", http.StatusInternalServerError)
}

// logged gives a request its id and writes one line about it when it is
// answered: never an address, a query or a header, which may hold secrets.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := s.steady.Now()
		id := r.Header.Get(requestIDHeader)
		if !isRequestID(id) {
			id = ident.New("req")
			r.Header.Set(requestIDHeader, id)
		}
		w.Header().Set(requestIDHeader, id)
		answer := &answer{ResponseWriter: w}
		finished := false
		defer func() {
			took := s.steady.Now().Sub(started)
			class, status := s.class(r), answer.seen()
			if !finished {
				status = http.StatusInternalServerError
			}
			if strings.HasPrefix(answer.Header().Get("Content-Type"), "text/event-stream") {
				class = classStream
			}
			s.metrics.observe(class, status, took)
			s.cfg.Log.Log(r.Context(), logLevel(r.Method, class, status), "request", "method", r.Method, "path", shown(r.URL.Path),
				"class", class, "status", status, "bytes", answer.bytes, "took", took, "request", id)
		}()
		next.ServeHTTP(answer, r)
		finished = true
	})
}

// classStream is an answer that lasts as long as the client listens.
const classStream = "stream"

// logLevel keeps successful reads and streams out of the log unless debugging:
// a dashboard makes dozens a minute.
func logLevel(method, class string, status int) slog.Level {
	read := method == http.MethodGet || method == http.MethodHead
	if status < http.StatusBadRequest && (read || class == classStream) {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// shown bounds what a log line shows of a path, and leaves out the secret of a
// shared page: who reads the log must not be able to open it.
func shown(path string) string {
	const most = 200
	path = secretPart.ReplaceAllString(path, "$1…")
	if len(path) > most {
		path = path[:most]
	}
	return strings.ToValidUTF8(path, "?")
}

// secretPart finds the secret of a shared page behind its word.
var secretPart = regexp.MustCompile(`(/shares?/)[A-Za-z0-9_-]{32,}`)

// class is what metrics know of a path.
func (s *Server) class(r *http.Request) string {
	word := firstSegment(r.URL.Path)
	switch {
	case word == "api":
		return "api"
	case word == "assets" || word == "flags":
		return "asset"
	case word == "" || s.reserved[word]:
		return "page"
	default:
		return "redirect"
	}
}

// isRequestID takes what a proxy or a client may call a request: 1 to 128
// visible ASCII characters, none of which could end a quoted text of a log.
func isRequestID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	return !strings.ContainsFunc(id, func(c rune) bool { return c <= ' ' || c > '~' || c == '"' || c == '\\' })
}

// answer notes status and size of what a handler writes.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (a *answer) seen() int {
	if a.status == 0 {
		return http.StatusOK
	}
	return a.status
}

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (a *answer) Write(b []byte) (int, error) {
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Flush sends what is written; event streams need it.
func (a *answer) Flush() { _ = http.NewResponseController(a.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
