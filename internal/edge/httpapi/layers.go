package httpapi

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
)

// caller is what the layers find out about a call. It travels in the context;
// the layers fill it in before the operation runs, and nobody after.
type caller struct {
	requestID string
	operation string // "GET /links/{id}"
	client    account.Client
	actor     access.Actor
	token     string
}

type callerKey struct{}

func callerOf(ctx context.Context) *caller {
	if c, ok := ctx.Value(callerKey{}).(*caller); ok {
		return c
	}
	return &caller{}
}

func actorOf(ctx context.Context) access.Actor { return callerOf(ctx).actor }

// requestFacts is what an error is logged with.
type requestFacts struct {
	ctx                  context.Context
	requestID, operation string
}

func factsOf(ctx context.Context) requestFacts {
	c := callerOf(ctx)
	return requestFacts{ctx: ctx, requestID: c.requestID, operation: c.operation}
}

// identify gives the call its id, taken from the client when it is sane, and
// notes who the client is.
func (a *API) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &caller{requestID: r.Header.Get("X-Request-Id")}
		if !sane(c.requestID, 8, 128) {
			c.requestID = ident.New("req")
		}
		c.client = account.Client{
			UserAgent: r.UserAgent(), DeviceID: r.Header.Get("X-Device-Id"), TimeZone: r.Header.Get("X-Time-Zone"),
		}
		if a.clientAddr != nil {
			c.client.Addr = a.clientAddr(r)
		} else if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
			c.client.Addr = peer.Addr().Unmap()
		}
		h := w.Header()
		h.Set("X-Request-Id", c.requestID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// sane reports whether a client's own id may go into headers and logs: least
// to most visible ASCII characters without quotes or backslashes.
func sane(id string, least, most int) bool {
	if len(id) < least || len(id) > most {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}

// survive turns a panic into one answer. When the answer had begun, the
// connection is cut instead, so that nobody takes half of it for the whole.
func (a *API) survive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := &startedWriter{ResponseWriter: w}
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			err := fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			if started.started || v == http.ErrAbortHandler {
				a.problem(factsOf(r.Context()), err)
				panic(http.ErrAbortHandler)
			}
			a.refuse(w, r, err)
		}()
		next.ServeHTTP(started, r)
	})
}

// startedWriter remembers whether the answer has begun.
type startedWriter struct {
	http.ResponseWriter
	started bool
}

func (w *startedWriter) WriteHeader(status int) {
	w.started = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *startedWriter) Write(b []byte) (int, error) {
	w.started = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *startedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// findOperation answers for paths and methods that are not there, in our words
// instead of the router's.
func (a *API) findOperation(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		router, pattern := a.mux.Handler(r)
		if pattern == "" {
			asked := &headerWriter{header: http.Header{}}
			router.ServeHTTP(asked, r)
			if allow := asked.header.Get("Allow"); allow != "" {
				w.Header().Set("Allow", allow)
				a.refuse(w, r, fault.New(methodNotAllowed, "This address takes other methods: "+allow+"."))
				return
			}
			a.refuse(w, r, fault.New(fault.NotFound, "There is nothing at this address of the API."))
			return
		}
		callerOf(r.Context()).operation = strings.Replace(pattern, Prefix, "", 1)
		next.ServeHTTP(w, r)
	})
}

// headerWriter keeps the headers of an answer and drops the rest.
type headerWriter struct{ header http.Header }

func (w *headerWriter) Header() http.Header         { return w.header }
func (w *headerWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *headerWriter) WriteHeader(int)             {}

// checkRequest refuses calls from other sites' pages and bodies that are not
// JSON, and bounds what is read of a body.
func (a *API) checkRequest(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin.Check(r) != nil {
			a.refuse(w, r, fault.New(fault.Forbidden, "Calls from pages of other sites are not allowed."))
			return
		}
		if err := storable(r); err != nil {
			a.refuse(w, r, err)
			return
		}
		r.URL.RawQuery = joined(r.URL.RawQuery)
		if r.Body != nil && r.ContentLength != 0 {
			if !isJSON(r.Header.Get("Content-Type")) {
				a.refuse(w, r, fault.New(unsupportedMediaType, "Send the body as JSON, with Content-Type: application/json."))
				return
			}
			r.Body = patientBody{r.Body}
		}
		next.ServeHTTP(w, r)
	})
}

// storable refuses what no store can hold or find: bytes that are not UTF-8,
// and NUL, which PostgreSQL has no place for.
func storable(r *http.Request) error {
	bad := func(s string) bool { return !utf8.ValidString(s) || strings.ContainsRune(s, 0) }
	if bad(r.URL.Path) || bad(r.Header.Get("Linnet-Workspace")) {
		return fault.New(fault.NotFound, "There is no such thing.")
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.New(fault.Malformed, "The query of this address cannot be read. Escape % as %25 and ; as %3B.")
	}
	for name, values := range query {
		if bad(name) || slices.ContainsFunc(values, bad) {
			return fault.New(fault.Malformed, "The query of this address is not valid text.")
		}
	}
	return nil
}

// joined writes a parameter that comes several times (tag=a&tag=b) as the
// list that it is (tag=a,b): both spellings are common.
func joined(rawQuery string) string {
	if rawQuery == "" {
		return ""
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return rawQuery
	}
	repeated := false
	for name, values := range query {
		if len(values) > 1 {
			repeated = true
			query.Set(name, strings.Join(values, ","))
		}
	}
	if !repeated {
		return rawQuery
	}
	return query.Encode()
}

// isJSON takes JSON in UTF-8, or a body whose type nobody said.
func isJSON(contentType string) bool {
	if contentType == "" {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset := params["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// patience is how much of a body that is too large is read and thrown away.
const patience = 32 << 20

// patientBody reads on before it is closed: a client that is still sending
// does not look at the answer, and would see a broken connection instead.
type patientBody struct{ io.ReadCloser }

// Close reads what is left, within patience and the connection's deadline.
func (b patientBody) Close() error {
	_, _ = io.CopyN(io.Discard, b.ReadCloser, patience)
	return b.ReadCloser.Close()
}
