// Package apikit is the machinery of a JSON API over HTTP: registration of
// operations and their OpenAPI document, problem details, request decoding,
// authentication, rate limits, idempotency, server-sent events, compression
// and recovery. It knows nothing of links or workspaces' contents; packages of
// edge build their operations on it.
package apikit

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/clock"
	"linnet/internal/core/idempotency"
)

// Middleware wraps a handler.
type Middleware = func(http.Handler) http.Handler

// Deps configure a Router.
type Deps struct {
	// Prefix is the path below which all operations are served, such as
	// "/api/v1".
	Prefix string
	// Document describes the API as a whole.
	Document Document
	// Authenticator resolves the tokens of operations that are not public.
	Authenticator Authenticator
	// Responses stores the responses to writes with an Idempotency-Key.
	Responses *idempotency.Service
	// TrustedOrigin is the origin of the install's own pages, whose requests
	// are accepted behind a proxy that changes the Host header; may be nil.
	TrustedOrigin *url.URL
	// ClientAddr returns the client's address of a request; nil: the peer's.
	ClientAddr func(*http.Request) netip.Addr
	Limiter    *RateLimiter
	Clock      clock.Clock
	Errors     *ErrorWriter
	// Reached returns how far the clicks of a workspace have got, for EventsHeader: the
	// name of the numbers' run, the click up to which figures include all, and the click
	// after which they include none. It is false where that is not known.
	Reached func(workspaceID string, f Follows) (run string, least, most uint64, ok bool)
	// Verified has the ids of the operations that reject users whose address is not
	// verified. Complete panics for an id that no operation has.
	Verified []string
}

// Router registers operations and serves them below its prefix. Create one
// with New, register operations with Get, Post, Put, Patch and Delete, and
// call Complete before the first request.
type Router struct {
	prefix   string
	document Document
	errors   *ErrorWriter
	huma     huma.API
	mux      *http.ServeMux
	routes   map[string]*route // by operation, such as "GET /links"
	handler  http.Handler
	rendered func() ([]byte, error)
	verified []string // see Deps
	objects  sync.Map // of bodyScanner
}

// route is what a router knows of an operation.
type route struct {
	Route
	params      map[string]queryParam
	strictQuery bool         // unknown query parameters are rejected
	whole       bool         // the operation returns a WholeList
	body        *huma.Schema // of the JSON body; nil without one
	lenient     bool         // see Operation
	input       reflect.Type // of the operation
}

// New returns a router without operations.
func New(d Deps) *Router {
	r := &Router{
		prefix:   d.Prefix,
		document: d.Document,
		errors:   d.Errors,
		mux:      http.NewServeMux(),
		routes:   map[string]*route{},
		verified: d.Verified,
	}
	r.huma = humago.NewWithPrefix(r.mux, d.Prefix, humaConfig(d.Document, r.setLocation))
	auth := Authentication{
		Authenticator: d.Authenticator,
		Limiter:       d.Limiter,
		Token:         Bearer,
		Errors:        d.Errors,
		Clock:         d.Clock,
	}
	h := http.Handler(r.mux)
	for _, wrap := range []Middleware{ // from the inside out
		notModified,
		stampEvents(d.Reached),
		Idempotency{Responses: d.Responses, Errors: d.Errors}.Middleware,
		r.checkBody,
		auth.Middleware,
		r.checkRequest(d.TrustedOrigin, d.Authenticator),
		Compress,
		r.findRoute,
		r.crossOrigin(d.Authenticator),
		d.Errors.Recover,
		Identify(d.ClientAddr),
	} {
		h = wrap(h)
	}
	r.handler = h
	return r
}

// humaConfig turns off huma's hooks and pages: responses get no additions, and
// the router serves the document itself. Errors are problem documents.
func humaConfig(d Document, transform huma.Transformer) huma.Config {
	config := huma.DefaultConfig(d.Title, "1")
	config.CreateHooks = nil
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.Components = &huma.Components{
		Schemas:    newRegistry(d.schemaName),
		Responses:  map[string]*huma.Response{},
		Parameters: map[string]*huma.Param{},
	}
	config.Transformers = []huma.Transformer{toProblem, transform}
	config.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	return config
}

// ServeHTTP serves one request.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) { r.handler.ServeHTTP(w, req) }

// OpenAPI returns the document, to which operations may add what huma cannot
// derive from their types. It must not be changed after Complete.
func (r *Router) OpenAPI() *huma.OpenAPI { return r.huma.OpenAPI() }

// Schemas returns the registry of the document's schemas.
func (r *Router) Schemas() huma.Registry { return r.huma.OpenAPI().Components.Schemas }

// Complete finishes the document after the last registration and serves it at
// /openapi.json.
func (r *Router) Complete() {
	r.describeSuccess()
	r.document.complete(r.huma.OpenAPI())
	r.shareParams()
	r.checkVerified()
	r.rendered = sync.OnceValues(func() ([]byte, error) { return render(r.huma.OpenAPI()) })
	const operation = http.MethodGet + " /openapi.json"
	r.routes[operation] = &route{Route: Route{Operation: operation, Public: true}}
	r.mux.HandleFunc(http.MethodGet+" "+r.prefix+"/openapi.json", r.serveDocument)
}

// checkVerified panics when an operation that needs a verified address does not exist.
func (r *Router) checkVerified() {
	missing := slices.Clone(r.verified)
	EachOperation(r.huma.OpenAPI(), func(_ string, described *huma.Operation) {
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == described.OperationID })
	})
	if len(missing) > 0 {
		panic(fmt.Sprintf("no operations have the ids %v", missing))
	}
}

// Problem converts an error to its problem document and logs it when it is a
// defect of the server.
func (r *Router) Problem(req *http.Request, err error) *Problem {
	return r.errors.Problem(req.Context(), err)
}

// Log returns the logger.
func (r *Router) Log() *slog.Logger { return r.errors.Log }
