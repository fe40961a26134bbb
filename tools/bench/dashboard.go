package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	dashboardRate = 5000 // clicks a second
	// dashboardEvery is how often the page refetches its figures while
	// clicks come in (liveSettleMs in web/src/shared/config/timing.ts).
	dashboardEvery = 15 * time.Second
)

// dashboardPaths are the requests of the analytics page.
func dashboardPaths(now time.Time) []string {
	start := func(days int) string { return now.AddDate(0, 0, -days).UTC().Format(time.RFC3339) }
	month := "?timeZone=Europe/Berlin&start=" + start(30) + "&compareStart=" + start(60) + "&compareEnd=" + start(30)
	return []string{
		"/analytics/report" + month + "&limit=10",
		"/analytics" + month + "&traffic=bot&groupBy=timeseries",
		"/analytics?groupBy=timeseries&granularity=minute&start=" + now.Add(-30*time.Minute).UTC().Format(time.RFC3339),
		"/clicks?limit=50",
	}
}

// benchDashboard compares redirects with and without an open dashboard, which
// receives the clicks live and requests all figures periodically.
func benchDashboard(o options) error {
	return withLinnet(o, func(linnet *process, user *api) error {
		if _, err := user.link("launch", nil); err != nil {
			return err
		}
		o.seconds = max(o.seconds, dashboardEvery.Seconds())
		alone := contender{name: "no dashboard", server: linnet, path: fixed("/launch"), rate: dashboardRate, crowd: new(atomic.Uint64)}
		watched := alone
		watched.name, watched.beside = "a dashboard is open", user.watch
		return compare(fmt.Sprintf("Redirects, %d clicks a second", dashboardRate), o, false, []contender{alone, watched})
	})
}

// watch is an open dashboard.
func (a *api) watch(stop <-chan struct{}) error {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	stream, err := a.get(ctx, "/stream")
	if err != nil {
		return err
	}
	defer stream.Close()
	go func() { _, _ = io.Copy(io.Discard, stream) }()
	tick := time.NewTicker(dashboardEvery)
	defer tick.Stop()
	for {
		for _, path := range dashboardPaths(time.Now()) {
			answer, err := a.get(ctx, path)
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, answer); err != nil {
				return err
			}
			answer.Close()
		}
		select {
		case <-stop:
			return nil
		case <-tick.C:
		}
	}
}

// get returns the body of an answer.
func (a *api) get(ctx context.Context, path string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	if a.workspace != "" {
		req.Header.Set("Linnet-Workspace", a.workspace)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("GET %s: %s", path, resp.Status), resp.Body.Close())
	}
	return resp.Body, nil
}
