package httpapi

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// maxBody is the most that a body may have, in bytes.
const maxBody = 1 << 20

// bodyTimeout is how long a body may take to arrive: a slow line carries 1 MiB
// in it, and a client that never ends is let go.
const bodyTimeout = 30 * time.Second

// operation describes one operation for the document. What follows from its
// method and path (credentials, bodies, ids) is added by itself.
type operation struct {
	id      string // names the generated client's method
	tag     string
	summary string
	detail  string
	status  int          // of success; 0 means 200, or 204 without a body
	fails   []fault.Code // beside those that follow
	loose   bool         // the service answers for every faulty part of the body
	strict  bool         // unknown query parameters are refused
}

// The methods, so that routes.go reads as a list.
func get[I, O any](a *API, path string, fn func(context.Context, *I) (*O, error), op operation) {
	register(a, http.MethodGet, path, fn, op)
}

func post[I, O any](a *API, path string, fn func(context.Context, *I) (*O, error), op operation) {
	register(a, http.MethodPost, path, fn, op)
}

func put[I, O any](a *API, path string, fn func(context.Context, *I) (*O, error), op operation) {
	register(a, http.MethodPut, path, fn, op)
}

func patch[I, O any](a *API, path string, fn func(context.Context, *I) (*O, error), op operation) {
	register(a, http.MethodPatch, path, fn, op)
}

func del[I, O any](a *API, path string, fn func(context.Context, *I) (*O, error), op operation) {
	register(a, http.MethodDelete, path, fn, op)
}

// register adds one operation: its document, and the handler with its errors
// turned into problems.
func register[I, O any](a *API, method, path string, fn func(context.Context, *I) (*O, error), op operation) {
	described := huma.Operation{
		OperationID: op.id, Method: method, Path: path,
		Tags: []string{op.tag}, Summary: op.summary, Description: op.detail,
		DefaultStatus: op.status, BodyReadTimeout: bodyTimeout,
		MaxBodyBytes:     maxBody + 1, // the framework refuses from the limit on, we from above it
		SkipValidateBody: op.loose, RejectUnknownQueryParameters: op.strict,
		Errors: statuses(method, path, op), Parameters: append(commonHeaders(method, path), strictParam[I]()...),
		Security: security(method + " " + path),
	}
	huma.Register(a.huma, described, func(ctx context.Context, in *I) (*O, error) {
		out, err := fn(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return out, nil
	})
}

// statuses returns the error statuses of an operation, each once and sorted.
func statuses(method, path string, op operation) []int {
	codes := append([]fault.Code{fault.Malformed, fault.RateLimited, fault.Internal, fault.Unavailable}, op.fails...)
	if !isPublic(method + " " + path) {
		codes = append(codes, fault.Unauthenticated, fault.NotFound)
	}
	if method != http.MethodGet {
		codes = append(codes, fault.Forbidden, fault.TooLarge, unsupportedMediaType, fault.Invalid)
	}
	set := map[int]bool{}
	for _, code := range codes {
		set[statusOf(code)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// strictParam documents the parameter strict, which checkBody reads, of
// operations with a body.
func strictParam[I any]() []*huma.Param {
	if _, ok := reflect.TypeFor[I]().FieldByName("Body"); !ok {
		return nil
	}
	return []*huma.Param{{
		Name: "strict", In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean},
		Description: "true refuses fields of the body that this operation does not know; otherwise " + unknownFieldsHeader + " names them.",
	}}
}

// commonHeaders documents the headers that the layers before the operation
// read.
func commonHeaders(method, path string) []*huma.Param {
	if isPublic(method + " " + path) {
		return nil
	}
	headers := []*huma.Param{{
		Name: "Linnet-Workspace", In: "header", Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{"wsp_3kq7c8v0d5m2a"}},
		Description: "The workspace to act in; without it, the user's first. Another's is 404.",
	}}
	if method != http.MethodGet && method+" "+path != uploadOperation {
		headers = append(headers, &huma.Param{
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(255)},
			Description: "A text of your own, up to 255 visible ASCII characters. The same key with the same request gets the first answer again, " +
				"with the header Idempotency-Replayed, and does nothing twice; with another request it is 422. " +
				"Refusals are not remembered: mend the cause and send the call again with the same key. Answers are remembered for up to 24 hours by the node that gave them, not across a restart.",
		})
	}
	return headers
}
