package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	dashboardRate  = 5000            // clicks a second
	dashboardEvery = 2 * time.Second // between two reports
)

// benchDashboard holds redirects while somebody looks at the analytics of them
// against the same without: the clicks come in live, and the whole report is
// asked for again and again.
func benchDashboard(o options) error {
	return withLinnet(o, func(linnet *process, user *api) error {
		if _, err := user.link("launch", nil); err != nil {
			return err
		}
		o.rounds, o.seconds = max(o.rounds, 9), max(o.seconds, 5) // a hundredth of the visits is few
		alone := contender{name: "nobody looks", server: linnet, path: fixed("/launch"), rate: dashboardRate}
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
		report, err := a.get(ctx, "/analytics/report?interval=30d")
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, report); err != nil {
			return err
		}
		report.Close()
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
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("GET %s: %s", path, resp.Status), resp.Body.Close())
	}
	return resp.Body, nil
}
