package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/edge/httpapi"
)

func TestRateLimit_600RequestsAMinute(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	in.clock.Advance(time.Minute) // the budget of the sign-up is whole again
	for i := range 600 {
		r := u.call(t, "GET", "/dashboard/tips", nil).want(t, 200)
		if want := fmt.Sprintf(`"default";r=%d;t=%d`, 599-i, i/10+1); r.header.Get("RateLimit") != want {
			t.Fatalf("call %d: RateLimit %s, want %s", i+1, r.header.Get("RateLimit"), want)
		}
	}
	r := u.call(t, "GET", "/dashboard/tips", nil).want(t, 429)
	if p := r.problem(t); p.Code != "rate_limited" || r.header.Get("Retry-After") != "1" || r.header.Get("RateLimit-Policy") != `"default";q=600;w=60` {
		t.Errorf("%+v with %v", p, r.header)
	}
	in.signUp(t).call(t, "GET", "/dashboard/tips", nil).want(t, 200)
	in.clock.Advance(time.Second)
	for range 10 {
		u.call(t, "GET", "/dashboard/tips", nil).want(t, 200)
	}
	u.call(t, "GET", "/dashboard/tips", nil).want(t, 429)
}

func TestRateLimit_InvalidTokensCountForTheNetwork(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	in.clock.Advance(time.Minute)
	for i := range 600 {
		user{in: in, token: fmt.Sprint("guess-", i)}.call(t, "GET", "/me", nil).want(t, 401)
	}
	user{in: in, token: "guess"}.call(t, "GET", "/me", nil).want(t, 429)
	user{in: in, token: "guess"}.call(t, "GET", "/me", nil, testAddr+": 198.51.100.1").want(t, 401)
	u.call(t, "GET", "/me", nil).want(t, 200) // the quota for invalid tokens does not apply to valid ones
}

func TestAuthentication_SchemeIsCaseInsensitive(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for value, want := range map[string]int{
		"bearer " + u.token: 200, "BEARER  " + u.token: 200, "Basic " + u.token: 401, u.token: 401, "Bearer": 401, "Bearer " + u.token + "x": 401,
	} {
		in.anonymous().call(t, "GET", "/me", nil, "Authorization: "+value).want(t, want)
	}
	// Public operations accept requests with an expired token.
	user{in: in, token: "old"}.call(t, "GET", "/packages", nil).want(t, 200)
	user{in: in, token: "old"}.call(t, "POST", "/auth/login", `{}`).want(t, 422)
}

func TestIdempotency_RepeatedWriteHasNoEffect(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, other := in.signUp(t), in.signUp(t)
	body := map[string]any{"url": "https://example.com/", "title": "once"}
	first := u.call(t, "POST", "/links", body, "Idempotency-Key: k1").want(t, 201)
	again := u.call(t, "POST", "/links", body, "Idempotency-Key: k1").want(t, 201)
	if diff := cmp.Diff(string(first.body), string(again.body)); diff != "" {
		t.Error(diff)
	}
	if again.header.Get("Idempotency-Replayed") != "true" || again.header.Get("ETag") != first.header.Get("ETag") ||
		again.header.Get("Content-Type") != first.header.Get("Content-Type") || first.header.Get("Idempotency-Replayed") != "" {
		t.Errorf("first %v, again %v", first.header, again.header)
	}
	if again.header.Get("X-Request-Id") == first.header.Get("X-Request-Id") {
		t.Error("the second call has the first one's request id")
	}
	if total := u.call(t, "GET", "/links", nil).json(t)["total"]; total != 1.0 {
		t.Errorf("%v links", total)
	}
	p := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/other"}, "Idempotency-Key: k1").want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "Idempotency-Key" {
		t.Errorf("%+v", p)
	}
	theirs := other.call(t, "POST", "/links", body, "Idempotency-Key: k1").want(t, 201)
	if theirs.header.Get("Idempotency-Replayed") != "" {
		t.Error("another user's key was taken for the same")
	}
}

// A stored response is for users with at least the permissions of the first request.
func TestIdempotency_ReplaysWithinTheRole(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	for _, then := range access.Roles() {
		for _, now := range access.Roles() {
			u := in.member(t, owner, then)
			body, status := map[string]any{"url": "https://example.com/"}, 201
			if then == access.Viewer {
				status = 403 // errors are not stored
			}
			u.call(t, "POST", "/links", body, "Idempotency-Key: k1").want(t, status)
			in.exec(t, `UPDATE members SET role = $1 WHERE user_id = $2 AND workspace_id = $3`, string(now), u.id, owner.workspaceID)
			again := u.call(t, "POST", "/links", body, "Idempotency-Key: k1")
			replayed := again.header.Get("Idempotency-Replayed") == "true"
			if want := now.Includes(then) && then != access.Viewer; replayed != want || !replayed && then != access.Viewer && again.status != 403 {
				t.Errorf("%s, then %s: status %d, replayed: %v", then, now, again.status, replayed)
			}
		}
	}
}

func TestIdempotency_StoresOnlySuccesses(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	in := newInstallWith(t, settings{links: func(s link.Store) link.Store { return &flaky{Store: s, down: &down} }})
	u := in.signUp(t)
	taken := `{"url":"https://example.com/","alias":"mine"}`
	id, _ := u.call(t, "POST", "/links", taken).want(t, 201).json(t)["id"].(string)
	u.call(t, "POST", "/links", taken, "Idempotency-Key: k1").want(t, 409)
	u.call(t, "PATCH", "/links/"+id, `{"comments":"x"}`, "Idempotency-Key: k1").want(t, 200) // the key is free again
	full := make([]map[string]any, 99)
	for i := range full {
		full[i] = map[string]any{"url": "https://example.com/"}
	}
	u.call(t, "POST", "/links/bulk", map[string]any{"links": full}).want(t, 200)
	one := `{"url":"https://example.com/full"}`
	u.call(t, "POST", "/links", one, "Idempotency-Key: k3").want(t, 402)
	u.call(t, "DELETE", "/links/"+id, nil).want(t, 204)
	if r := u.call(t, "POST", "/links", one, "Idempotency-Key: k3").want(t, 201); r.header.Get("Idempotency-Replayed") != "" {
		t.Error("the refusal was replayed after room was made")
	}
	u.call(t, "DELETE", "/links/bulk", map[string]any{"ids": []string{u.call(t, "GET", "/links?limit=1", nil).json(t)["items"].([]any)[0].(map[string]any)["id"].(string)}}).want(t, 200)
	down.Store(true)
	u.call(t, "POST", "/links", `{"url":"https://example.com/"}`, "Idempotency-Key: k2").want(t, 500)
	down.Store(false)
	u.call(t, "POST", "/links", `{"url":"https://example.com/"}`, "Idempotency-Key: k2").want(t, 201)
}

// flaky panics while it is down.
type flaky struct {
	link.Store
	down *atomic.Bool
}

func (f *flaky) InsertLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	if f.down.Load() {
		panic("down")
	}
	return f.Store.InsertLinks(ctx, workspaceID, limit, writes)
}

func TestIdempotency_ConcurrentWritesHappenOnce(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	var wg sync.WaitGroup
	ids := make([]string, 20)
	for i := range ids {
		wg.Go(func() {
			r := u.call(t, "POST", "/links", `{"url":"https://example.com/"}`, "Idempotency-Key: storm")
			if r.status != http.StatusCreated {
				t.Errorf("status %d", r.status)
				return
			}
			ids[i] = string(r.body)
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("two answers: %s and %s", ids[0], id)
		}
	}
	if total := u.call(t, "GET", "/links", nil).json(t)["total"]; total != 1.0 {
		t.Errorf("%v links", total)
	}
}

func TestIdempotency_KeysExpireAfterADay(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for i, wait := range []time.Duration{0, 11 * time.Hour, 24 * time.Hour} {
		in.clock.Advance(wait)
		r := u.call(t, "POST", "/links", `{"url":"https://example.com/"}`, "Idempotency-Key: k").want(t, 201)
		if replayed := r.header.Get("Idempotency-Replayed") != ""; replayed != (i == 1) {
			t.Errorf("%v later: replayed %t", wait, replayed)
		}
	}
}

func TestAuthentication_UserWithoutAWorkspace(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	in.exec(t, `DELETE FROM members WHERE user_id = $1`, u.id)
	u.call(t, "GET", "/me", nil).want(t, 404) // the workspace that they name
	u.workspaceID = ""
	u.call(t, "GET", "/me", nil).want(t, 200)
	u.call(t, "GET", "/links", nil).want(t, 404)
	u.call(t, "POST", "/auth/logout", nil).want(t, 204)
}

func TestOpenAPI_IsServed(t *testing.T) {
	t.Parallel()
	want, err := httpapi.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	r := newInstall(t).anonymous().call(t, "GET", "/openapi.json", nil).want(t, 200)
	if diff := cmp.Diff(string(want), string(r.body)); diff != "" || !strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
		t.Errorf("type %s: %s", r.header.Get("Content-Type"), diff)
	}
}

func TestAPI_CompressesJSON(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	get := func(path, accept string) (*http.Response, []byte) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, in.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+u.token)
		r.Header.Set("Accept-Encoding", accept)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, body
	}
	_, plain := get("/openapi.json", "identity")
	answer, packed := get("/openapi.json", "gzip")
	if answer.Header.Get("Content-Encoding") != "gzip" || len(packed)*5 > len(plain) {
		t.Errorf("%d bytes of %d, encoded as %q", len(packed), len(plain), answer.Header.Get("Content-Encoding"))
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := io.ReadAll(unpacked); err != nil || !bytes.Equal(whole, plain) {
		t.Errorf("unpacked %d bytes, %v", len(whole), err)
	}
	if answer, _ := get("/me", "gzip"); answer.Header.Get("Content-Encoding") != "" {
		t.Error("a short answer is compressed")
	}
}
