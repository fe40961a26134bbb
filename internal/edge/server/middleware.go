package server

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"

	"linnet/internal/base/excerpt"
	"linnet/internal/edge/apikit"
)

// recoverPanic logs a handler's panic with its stack and responds with status
// 500.
func (s *Server) recoverPanic(w http.ResponseWriter, r *http.Request) {
	err := apikit.PanicError(recover())
	if err == nil {
		return
	}
	s.cfg.Log.ErrorContext(r.Context(), "request handler panicked", "method", r.Method, "class", s.class(r),
		"request", r.Header.Get(apikit.RequestIDHeader), "err", err)
	http.Error(w, "Something went wrong. Try again in a minute.", http.StatusInternalServerError)
}

// withRequestLog is serveLogged for all requests of the app.
func (s *Server) withRequestLog(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveLogged(w, r, s.class(r), next) })
}

// serveLogged assigns a request id, and writes one log line for a request of a class. The
// line holds no address, query or header, which may contain secrets, but the trace of a
// traceparent header.
func (s *Server) serveLogged(w http.ResponseWriter, r *http.Request, class string, next http.Handler) {
	started := s.steady.Now()
	r, span := s.startSpan(r)
	id := apikit.RequestID(r)
	r.Header.Set(apikit.RequestIDHeader, id)
	w.Header().Set(apikit.RequestIDHeader, id)
	response := &responseWriter{ResponseWriter: w}
	call := (*apikit.Call)(nil)
	if class == classAPI {
		r, call = apikit.WithCall(r)
	}
	finished := false
	defer func() {
		took := s.steady.Now().Sub(started)
		status := response.statusOrOK()
		if !finished {
			status = http.StatusInternalServerError
		}
		if strings.HasPrefix(response.Header().Get("Content-Type"), "text/event-stream") {
			class = classStream
		}
		s.metrics.observe(class, status, took)
		endSpan(span, status, id, call)
		level := logLevel(r.Method, class, status)
		if !s.cfg.Log.Enabled(r.Context(), level) {
			return
		}
		attributes := append([]slog.Attr{
			slog.String("method", r.Method), slog.String("path", redactedPath(r.URL.Path)), slog.String("class", class),
			slog.Int("status", status), slog.Int64("bytes", response.bytes),
			slog.Float64("took_ms", float64(took.Microseconds())/1000), slog.String("request", id),
		}, callAttributes(r, call)...)
		s.cfg.Log.LogAttrs(r.Context(), level, "request", attributes...)
	}()
	next.ServeHTTP(response, r)
	finished = true
}

// callAttributes returns what the log says about a call of the API: its operation, who
// made it, and the trace to which it belongs.
func callAttributes(r *http.Request, call *apikit.Call) (all []slog.Attr) {
	if call == nil {
		return nil
	}
	for _, known := range [][2]string{
		{"operation", call.Route.Operation}, {"user", call.Actor.UserID}, {"key", call.Actor.KeyID},
		{"trace", traceID(r)},
	} {
		if known[1] != "" {
			all = append(all, slog.String(known[0], known[1]))
		}
	}
	return all
}

// classAPI is a call of the API.
const classAPI = "api"

// classStream is an event stream, which lasts until the client disconnects.
const classStream = "stream"

// logLevel returns Debug for successful reads and streams, of which a dashboard
// makes dozens a minute, else Info.
func logLevel(method, class string, status int) slog.Level {
	read := method == http.MethodGet || method == http.MethodHead
	if status < http.StatusBadRequest && (read || class == classStream) {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// redactedPath returns a path for the log: at most 200 bytes of valid UTF-8,
// without secrets.
func redactedPath(path string) string {
	const maxBytes = 200
	return excerpt.Of(pathSecret.ReplaceAllString(path, "$1…"), maxBytes)
}

// pathSecret matches the path segment with the secret of a shared report, an invitation,
// a verification of an address, an unsubscribe link, or a public QR image. Ids are
// shorter.
var pathSecret = regexp.MustCompile(`(/(?:shares?|invite|invitations|verify-email|unsubscribe|qr)/)[A-Za-z0-9_-]{32,}`)

// class returns the label of a request in metrics and logs.
func (s *Server) class(r *http.Request) string {
	segment := firstSegment(r.URL.Path)
	switch {
	case segment == "api" || s.cfg.DropIns.Of(r) != nil:
		return classAPI
	case segment == "assets" || segment == "flags":
		return "asset"
	case segment == "" || s.reserved[segment]:
		return "page"
	default:
		return "redirect"
	}
}

// responseWriter records the status and size of a response.
type responseWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// statusOrOK returns the status that was sent, 200 when the handler set none.
func (w *responseWriter) statusOrOK() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

// WriteHeader records the status of the final response.
func (w *responseWriter) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (w *responseWriter) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Flush sends buffered data to the client.
func (w *responseWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap gives http.ResponseController access to the connection.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
