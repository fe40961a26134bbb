package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"linnet/client"
)

// answers are the responses of a server in order. A response is a status with an optional Retry-After, or a failure.
type answers struct {
	list     []answer
	requests []*http.Request
}

type answer struct {
	status     int
	retryAfter string
	body       string
	err        error
}

// RoundTrip implements http.RoundTripper.
func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	next := a.list[0]
	a.list = a.list[1:]
	a.requests = append(a.requests, r)
	header := http.Header{"X-Request-Id": {"req_1"}}
	if next.retryAfter != "" {
		header.Set("Retry-After", next.retryAfter)
	}
	return &http.Response{StatusCode: next.status, Header: header, Body: io.NopCloser(strings.NewReader(next.body)), Request: r}, next.err
}

func clientOf(a *answers) *client.Client {
	return &client.Client{URL: "https://go.example.com/", APIKey: "lnt_key", HTTP: &http.Client{Transport: a}}
}

const busy = `{"code":"rate_limited","message":"Too many requests.","status":429}`

func TestClient_RepeatsAfterRetryAfterWithTheSameIdempotencyKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := &answers{list: []answer{
			{status: 429, retryAfter: "7", body: busy},
			{status: 503},
			{err: errors.New("connection reset")},
			{status: 201, body: `{"id":"lnk_1"}`},
		}}
		began := time.Now()
		link, err := clientOf(server).CreateLink(t.Context(), client.CreateLink{URL: "https://example.com/"})
		if err != nil || link.ID != "lnk_1" {
			t.Fatalf("link %+v, error %v", link, err)
		}
		if waited := time.Since(began); waited != 7*time.Second+2*time.Second+4*time.Second {
			t.Errorf("waited %v", waited)
		}
		first := server.requests[0].Header.Get("Idempotency-Key")
		for _, r := range server.requests {
			if key := r.Header.Get("Idempotency-Key"); key == "" || key != first {
				t.Errorf("idempotency keys %q and %q", first, key)
			}
		}
	})
}

func TestClient_ReturnsErrorsThatRepetitionDoesNotSolve(t *testing.T) {
	t.Parallel()
	for name, rejected := range map[string]answer{
		"another status":          {status: 422, body: `{"code":"invalid","message":"The URL is wrong."}`},
		"a wait that is too long": {status: 429, retryAfter: "3600", body: busy},
		"a server error":          {status: 500, body: `{"code":"internal"}`},
	} {
		server := &answers{list: []answer{rejected}}
		_, err := clientOf(server).GetLink(t.Context(), "lnk_1")
		var problem *client.Error
		if !errors.As(err, &problem) || problem.Status != rejected.status || problem.RequestID != "req_1" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClient_StopsRepeating(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		retries, want int
		ends          time.Duration
	}{
		"after the limit":            {2, 3, time.Hour},
		"never repeats":              {-1, 1, time.Hour},
		"when the context ends":      {0, 1, time.Second / 2},
		"in the middle of the waits": {5, 2, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := &answers{list: make([]answer, 9)}
			for i := range server.list {
				server.list[i] = answer{status: 503}
			}
			ctx, cancel := context.WithTimeout(t.Context(), test.ends)
			defer cancel()
			c := clientOf(server)
			c.Retries = test.retries
			err := c.DeleteLink(ctx, "lnk_1")
			if len(server.requests) != test.want {
				t.Errorf("%s: %d requests, want %d: %v", name, len(server.requests), test.want, err)
			}
			var problem *client.Error
			if !errors.As(err, &problem) || problem.Status != http.StatusServiceUnavailable {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

func TestClient_TimesOutEachAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &client.Client{URL: "https://go.example.com", Timeout: time.Second, Retries: -1, HTTP: &http.Client{Transport: hanging{}}}
		began := time.Now()
		_, err := c.GetLink(t.Context(), "lnk_1")
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		if !strings.Contains(err.Error(), "cannot reach https://go.example.com") {
			t.Error(err)
		}
	})
}

// hanging never answers.
type hanging struct{}

// RoundTrip implements http.RoundTripper.
func (hanging) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestClient_ExplainsResponsesThatAreNotOfLinnet(t *testing.T) {
	t.Parallel()
	for status, body := range map[int]string{301: "", 502: "<html>Bad gateway</html>", 404: "[]"} {
		_, err := clientOf(&answers{list: []answer{{status: status, body: body}}}).GetLink(t.Context(), "lnk_1")
		var problem *client.Error
		if !errors.As(err, &problem) || problem.Code != "" || !strings.Contains(err.Error(), "check its URL") {
			t.Errorf("%d: %v", status, err)
		}
	}
	_, err := (&client.Client{URL: "go.example.com"}).GetLink(t.Context(), "lnk_1")
	if err == nil || !strings.Contains(err.Error(), "https://") {
		t.Error(err)
	}
}
