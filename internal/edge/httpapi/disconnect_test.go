package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/edge/httpapi"
)

// endlessReport computes until its context ends.
type endlessReport struct{ began, ended chan struct{} }

// Report is httpapi.Analytics'.
func (e endlessReport) Report(ctx context.Context, _ access.Actor, _ analytics.Request, _ analytics.Parts) (analytics.Report, error) {
	close(e.began)
	<-ctx.Done()
	close(e.ended)
	return analytics.Report{}, ctx.Err()
}

// DailyClicks is httpapi.Analytics'.
func (endlessReport) DailyClicks(context.Context, access.Actor, string, int, []string) (map[string][]int64, error) {
	return nil, nil
}

// DailyScans is httpapi.Analytics'.
func (endlessReport) DailyScans(context.Context, access.Actor, string, int, map[string]string) (map[string][]int64, error) {
	return nil, nil
}

// DailySharedScans is httpapi.Analytics'.
func (endlessReport) DailySharedScans(context.Context, access.Actor, string, int, []string) (map[string][]int64, error) {
	return nil, nil
}

// Visible is httpapi.Analytics'.
func (endlessReport) Visible(_ context.Context, _ access.Actor, clicks []click.Click) ([]click.Click, error) {
	return clicks, nil
}

// Recent is httpapi.Analytics'.
func (endlessReport) Recent(context.Context, access.Actor, analytics.Request, string) (analytics.ClickPage, error) {
	return analytics.ClickPage{}, nil
}

func TestReport_EndsWhenTheClientLeaves(t *testing.T) {
	t.Parallel()
	endless := endlessReport{began: make(chan struct{}), ended: make(chan struct{})}
	in := newInstall(t, func(o *httpapi.Deps) { o.Analytics = endless })
	u := in.signUp(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, in.url+"/analytics/report", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+u.token)
	answered := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		answered <- err
	}()
	await(t, endless.began, "the report to begin")
	leave()
	await(t, endless.ended, "the report to end after the client left")
	if err := <-answered; err == nil {
		t.Error("a request that was cancelled got an answer")
	}
}

func await(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited 20 s for %s", what)
	}
}
