package apikit

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
)

// MaxBody is the largest JSON body that is accepted, in bytes.
const MaxBody = 1 << 20

// BodyTimeout is how long a JSON body, or one read of an upload, may take.
const BodyTimeout = 30 * time.Second

// Operation describes one operation. Parameters and responses that follow from
// its method, path and types are added to the document by Register.
type Operation struct {
	ID          string // names the method of generated clients
	Tag         string
	Summary     string
	Description string
	Status      int // of success; 0: 200, or 204 without a body
	// OrExisting says that an operation with the status 201 returns 200 with the same body
	// if there was something already.
	OrExisting bool
	Errors     []fault.Code // beside those that every operation has
	// Public operations need no credentials and ignore those that are sent.
	Public bool
	// Scope is the scope that an API key needs; empty: keys are rejected.
	Scope access.Scope
	// NoWorkspace operations act in no workspace: the header that names one is
	// ignored.
	NoWorkspace bool
	// Secret operations return a secret, so their responses are never stored: a
	// repeated request with the same Idempotency-Key returns 409.
	Secret bool
	// Recent operations reject sessions whose user has not authenticated recently,
	// see access.RequireRecent.
	Recent bool
	// Lenient skips the schema validation of the body: the service validates
	// it and reports every faulty field.
	Lenient bool
	// StrictQuery rejects unknown query parameters.
	StrictQuery bool
	// Upload operations read their body themselves, as a file.
	Upload bool
	// Stream operations send server-sent events.
	Stream bool
	// Follows says that the response counts clicks, and where: it has EventsHeader.
	Follows Follows
}

// Follows says where the figures of a response come from.
type Follows int

// The sources of figures; the zero value: there are none.
const (
	FollowsClicks   Follows = iota + 1 // the click store
	FollowsCounters                    // the counters of links
)

// EventsHeader says which clicks the figures of a response include.
const EventsHeader = "Linnet-Events"

// eventsHeader documents EventsHeader.
func eventsHeader() *huma.Param {
	return &huma.Param{
		Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{"nod_3kq7c8v0d5m2a 4700-4702"}},
		Description: "The clicks that the figures include, by the numbers that clicks have on the stream of this run of the server: all up to the first, " +
			"none after the second. Missing where several servers store clicks.",
	}
}

// ByID is a request about the resource whose id is in its path.
type ByID struct {
	ID string `path:"id"` // Document.IDs describes it
}

// With is a request with a body.
type With[B any] struct{ Body B }

// ByIDWith is a request with a body about the resource whose id is in its path.
type ByIDWith[B any] struct {
	ByID
	Body B
}

// Output is a response with a body.
type Output[B any] struct{ Body B }

// OutputOf returns a response with the body.
func OutputOf[B any](body B) *Output[B] { return &Output[B]{Body: body} }

// Get registers a GET operation.
func Get[I, O any](r *Router, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	register(r, http.MethodGet, path, fn, op)
}

// Post registers a POST operation.
func Post[I, O any](r *Router, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	register(r, http.MethodPost, path, fn, op)
}

// Put registers a PUT operation.
func Put[I, O any](r *Router, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	register(r, http.MethodPut, path, fn, op)
}

// Patch registers a PATCH operation.
func Patch[I, O any](r *Router, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	register(r, http.MethodPatch, path, fn, op)
}

// Delete registers a DELETE operation.
func Delete[I, O any](r *Router, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	register(r, http.MethodDelete, path, fn, op)
}

// register adds one operation to the document and the router. It panics when
// the operation is described wrongly, which is a defect that no input causes.
func register[I, O any](r *Router, method, path string, fn func(context.Context, *I) (*O, error), op Operation) {
	params, whole := append(commonHeaders(method, op), strictParam()), returnsWhole[I, O]()
	if whole {
		params = append(params, wholePageParams()...)
	}
	params = append(params, queryParamsOf[I](r.Schemas())...)
	described := huma.Operation{
		OperationID:      op.ID,
		Method:           method,
		Path:             path,
		Tags:             []string{op.Tag},
		Summary:          op.Summary,
		Description:      op.description(slices.Contains(r.verified, op.ID)),
		DefaultStatus:    op.Status,
		BodyReadTimeout:  BodyTimeout,
		MaxBodyBytes:     MaxBody + 1, // huma rejects from the limit on, checkBody above it
		SkipValidateBody: true,        // checkBody and decodeBody do
		Parameters:       params,
		Responses:        map[string]*huma.Response{},
		Security:         op.security(),
	}
	for _, status := range statuses(method, op) {
		described.Responses[strconv.Itoa(status)] = sharedResponse(r.huma.OpenAPI(), status)
	}
	bodyField, hasBody := reflect.TypeFor[I]().FieldByName("Body")
	huma.Register(r.huma, described, func(ctx context.Context, in *I) (*O, error) {
		if hasBody {
			body := reflect.ValueOf(in).Elem().FieldByIndex(bodyField.Index)
			if err := decodeBody(CallOf(ctx), body.Addr().Interface()); err != nil {
				return nil, r.errors.Problem(ctx, err)
			}
		}
		out, err := fn(ctx, in)
		if err != nil {
			return nil, r.errors.Problem(ctx, err)
		}
		if list, ok := any(out).(pager); ok && whole {
			if err := list.cut(CallOf(ctx).page); err != nil {
				return nil, r.errors.Problem(ctx, err)
			}
		}
		return out, nil
	})
	if op.OrExisting {
		orExisting(operationsOf(r.huma.OpenAPI().Paths[path])[method])
	}
	key, registered := method+" "+path, operationsOf(r.huma.OpenAPI().Paths[path])[method]
	r.document.describeID(path, registered)
	r.routes[key] = r.newRoute(key, op, registered)
	r.routes[key].whole, r.routes[key].input = whole, reflect.TypeFor[I]()
	if success := registered.Responses[strconv.Itoa(http.StatusOK)]; success != nil && op.Follows != 0 {
		setHeader(success, EventsHeader, eventsHeader())
	}
	noContent := strconv.Itoa(http.StatusNoContent)
	if success := registered.Responses[noContent]; success != nil && len(success.Content) == 0 && len(success.Headers) == 0 {
		registered.Responses[noContent] = sharedResponse(r.huma.OpenAPI(), http.StatusNoContent)
	}
}

// newRoute returns the route of an operation that is in the document.
func (r *Router) newRoute(key string, op Operation, described *huma.Operation) *route {
	out := &route{
		strictQuery: op.StrictQuery,
		lenient:     op.Lenient,
		params:      map[string]queryParam{},
		Route: Route{
			Operation:   key,
			Public:      op.Public,
			Upload:      op.Upload,
			Stream:      op.Stream,
			Scope:       op.Scope,
			Secret:      op.Secret,
			Recent:      op.Recent,
			Verified:    slices.Contains(r.verified, op.ID),
			NoWorkspace: op.NoWorkspace,
			Follows:     op.Follows,
		},
	}
	for _, p := range described.Parameters {
		if p.In == "query" && p.Schema != nil {
			out.params[p.Name] = queryParam{isList: p.Schema.Type == huma.TypeArray, isTime: p.Schema.Format == "date-time"}
		}
	}
	if described.RequestBody == nil || op.Upload {
		return out
	}
	if media := described.RequestBody.Content["application/json"]; media != nil {
		out.body = media.Schema
	}
	return out
}

// recentSentence is in the description of Recent operations.
const recentSentence = " Returns 403 with the code reauthentication_required if the user last authenticated more than 15 minutes ago; " +
	"see POST /me/reauthenticate."

// verifiedSentence is in the description of operations that need a verified address.
const verifiedSentence = " Returns 403 with the code email_unverified if the user must verify their email address first."

// description returns the operation's description in the document.
func (op Operation) description(verified bool) string {
	text := op.Description
	if op.Recent {
		text += recentSentence
	}
	if verified {
		text += verifiedSentence
	}
	return strings.TrimSpace(text)
}

// security returns the document's security requirement of the operation.
func (op Operation) security() []map[string][]string {
	if op.Public {
		return []map[string][]string{}
	}
	requirements := []map[string][]string{{sessionScheme: {}}}
	if op.Scope != access.NoScope {
		requirements = append(requirements, map[string][]string{KeyScheme: {string(op.Scope)}})
	}
	return requirements
}

// statuses returns the error statuses of an operation, each once and sorted.
func statuses(method string, op Operation) []int {
	codes := append([]fault.Code{fault.Malformed, fault.Invalid, fault.RateLimited, fault.Internal, fault.Unavailable}, op.Errors...)
	if op.Secret {
		codes = append(codes, fault.Conflict)
	}
	if !op.Public {
		codes = append(codes, fault.Unauthenticated, fault.InsufficientScope, fault.NotFound)
	}
	if method != http.MethodGet {
		codes = append(codes, fault.Forbidden, fault.TooLarge, unsupportedMediaType)
	}
	set := map[int]bool{}
	for _, code := range codes {
		set[statusOf(code)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// strictParam documents the parameter strict of all operations, which checkRequest and
// checkBody read.
func strictParam() *huma.Param {
	return &huma.Param{
		Name:   strictName,
		In:     "query",
		Schema: &huma.Schema{Type: huma.TypeBoolean},
		Description: "true rejects unknown parameters, and unknown fields in the body; by default they are ignored and listed in " +
			unknownParamsHeader + " and " + unknownFieldsHeader + ".",
	}
}

// The headers that the middleware reads, in the document. All operations share them.
//
//nolint:gochecknoglobals // constants
var (
	workspaceParam = &huma.Param{
		Name:        WorkspaceHeader,
		In:          "header",
		Schema:      &huma.Schema{Type: huma.TypeString, Examples: []any{"wsp_3kq7c8v0d5m2a"}},
		Description: "The id of the workspace; the user's first workspace by default. Returns 404 if the user is not a member.",
	}
	idempotencyParam = &huma.Param{
		Name:   "Idempotency-Key",
		In:     "header",
		Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(255)},
		Description: "A unique key of up to 255 visible ASCII characters. A repeated request with the same key has no effect and returns the first response " +
			"with the header Idempotency-Replayed; a different request with the same key returns 422. " +
			"Errors are not stored: fix the cause and repeat the request with the same key. Responses are stored for 24 hours.",
	}
)

// commonHeaders documents the headers that the middleware reads.
func commonHeaders(method string, op Operation) []*huma.Param {
	if op.Public {
		return nil
	}
	var headers []*huma.Param
	if !op.NoWorkspace {
		headers = append(headers, workspaceParam)
	}
	if method != http.MethodGet && !op.Upload {
		headers = append(headers, idempotencyParam)
	}
	return headers
}
