package apikit_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/idempotency"
	"linnet/internal/edge/apikit"
	"linnet/internal/testkit"
)

const prefix = "/api/v1"

// users authenticates tokens that begin with "user-"; the token is the user's id.
type users struct{}

func (users) IsKey(token string) bool { return token != "" }

func (users) Authenticate(_ context.Context, token string) (access.Actor, error) {
	if !strings.HasPrefix(token, "user-") {
		return access.Actor{}, fault.New(fault.Unauthenticated, "Log in first.")
	}
	return access.Actor{UserID: token}, nil
}

func (users) InWorkspace(_ context.Context, actor access.Actor, workspaceID string) (access.Actor, error) {
	if workspaceID == "wsp_other" {
		return access.Actor{}, fault.New(fault.NotFound, "There is no such workspace.")
	}
	actor.WorkspaceID = workspaceID
	return actor, nil
}

func (users) RequireVerified(context.Context, access.Actor) error { return nil }

type thing struct {
	Name string             `json:"name" minLength:"2"`
	Size int                `json:"size,omitempty" minimum:"1"`
	Note apikit.Opt[string] `json:"note,omitzero" nullable:"true"`
	Tags []string           `json:"tags,omitempty"`
	At   *time.Time         `json:"at,omitempty"`
	All  []time.Time        `json:"all,omitempty"`
}

type thingInput struct {
	Copies int `query:"copies" maximum:"9"`
	Body   thing
}

type thingOutput struct {
	Body struct {
		Name  string   `json:"name"`
		Note  string   `json:"note"`
		Tags  []string `json:"tags"`
		Calls int64    `json:"calls"`
	}
}

type listInput struct {
	apikit.PageParams

	Tag   []string  `query:"tag"`
	Since time.Time `query:"since"`
}

// api is an API of a few operations.
type api struct {
	*apikit.Router

	clock *clock.Manual
	log   *bytes.Buffer
	calls atomic.Int64 // of POST /things
}

func newAPI(t *testing.T) *api {
	t.Helper()
	a := &api{clock: clock.NewManual(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)), log: &bytes.Buffer{}}
	a.Router = apikit.New(apikit.Deps{
		Prefix: prefix, Document: apikit.Document{Title: "Things"}, Authenticator: users{}, Clock: a.clock, Limiter: apikit.NewRateLimiter(a.clock, nil),
		Responses: idempotency.New(testkit.SQLite(t), a.clock, slog.New(slog.DiscardHandler)),
		Errors:    &apikit.ErrorWriter{Log: slog.New(slog.NewTextHandler(a.log, nil))},
	})
	apikit.Post(a.Router, "/things", a.create, apikit.Operation{ID: "createThing"})
	apikit.Post(a.Router, "/sign-up", a.create, apikit.Operation{ID: "signUp", Public: true})
	apikit.Get(a.Router, "/things", listThings, apikit.Operation{ID: "listThings", StrictQuery: true})
	apikit.Get(a.Router, "/whole", wholeList, apikit.Operation{ID: "listWhole"})
	apikit.Get(a.Router, "/size/{bytes}", sized, apikit.Operation{ID: "sized", Public: true})
	apikit.Get(a.Router, "/fail/{how}", fail, apikit.Operation{ID: "fail", Public: true})
	apikit.Get(a.Router, "/events", events, apikit.Operation{ID: "events", Public: true, Stream: true})
	a.Complete()
	return a
}

func (a *api) create(_ context.Context, in *thingInput) (*thingOutput, error) {
	if in.Body.Name == "taken" {
		a.calls.Add(1)
		return nil, fault.New(fault.Conflict, "This name is taken.").At("name")
	}
	out := &thingOutput{}
	out.Body.Name, out.Body.Tags, out.Body.Calls, out.Body.Note = in.Body.Name, in.Body.Tags, a.calls.Add(1), "unchanged"
	in.Body.Note.SetTo(&out.Body.Note)
	return out, nil
}

func listThings(_ context.Context, in *listInput) (*apikit.ListOutput[string], error) {
	const total = 3
	if in.Cursor == "last" {
		return apikit.Page[string](nil, "", total), nil
	}
	return apikit.Page(in.Tag[:min(len(in.Tag), in.Limit)], "last", total), nil
}

type item struct {
	ID string `json:"id"`
}

type wholeInput struct {
	Items []string `query:"items"`
}

func wholeList(_ context.Context, in *wholeInput) (*apikit.ListOutput[item], error) {
	return apikit.WholeList(apikit.Map(in.Items, func(id string) item { return item{id} })), nil
}

type sizedInput struct {
	Bytes int `path:"bytes"`
}

type sizedOutput struct{ Body string }

func sized(_ context.Context, in *sizedInput) (*sizedOutput, error) {
	return &sizedOutput{strings.Repeat("a", in.Bytes)}, nil
}

type failInput struct {
	How string `path:"how"`
}

func fail(_ context.Context, in *failInput) (*huma.StreamResponse, error) {
	switch in.How {
	case "defect":
		return nil, errors.New("disk secret")
	case "busy":
		return nil, fault.New(fault.Unavailable, "Try again.").RetryAfter(1500 * time.Millisecond)
	case "panic":
		panic("broken secret")
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		fmt.Fprint(w, "part")
		panic("broken later")
	}}, nil
}

func events(context.Context, *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		stream := apikit.NewEventWriter(w)
		stream.Comment("open")
		for i := range 100 {
			stream.Event(fmt.Sprint(i), "thing", map[string]string{"name": strings.Repeat("a", 100)})
		}
		_ = stream.Flush()
	}}, nil
}

// response is what an API answered, with its body read and decompressed.
type response struct {
	*http.Response

	text string
}

func (r response) problem(t *testing.T) apikit.Problem {
	t.Helper()
	var p apikit.Problem
	if err := json.Unmarshal([]byte(r.text), &p); err != nil {
		t.Fatalf("%d %s: %v", r.StatusCode, r.text, err)
	}
	if r.Header.Get("Content-Type") != "application/problem+json" || p.Status != r.StatusCode {
		t.Errorf("%s with status %d in a response with %d", r.Header.Get("Content-Type"), p.Status, r.StatusCode)
	}
	return p
}

// do sends a request as user-ada. headers are names and values in turns.
func (a *api) do(t *testing.T, method, path, body string, headers ...string) response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, prefix+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer user-ada")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return readResponse(t, w.Result())
}

func readResponse(t *testing.T, r *http.Response) response {
	t.Helper()
	defer r.Body.Close()
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		var err error
		if body, err = gzip.NewReader(r.Body); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return response{r, string(text)}
}
