package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"sync/atomic"
	"time"
)

// measureReports visits every link once and prints a table of the processor time of reports
// by link: the first one, and the same again. It ends with those of a member for whom a
// folder with half of the links does not exist.
func measureReports(o options, linnet *linkNode, user *api) error {
	began := time.Now()
	visit := load{conns: o.conns, seconds: 3600, crowd: new(atomic.Uint64), path: func(buf []byte, i uint64) []byte { return fmt.Appendf(buf, "/c%07d", i%uint64(o.many)) }}
	if err := visit.visit(linnet.addr, uint64(o.many)); err != nil {
		return err
	}
	if err := untilSettled(linnet.processorTime); err != nil {
		return err
	}
	fmt.Printf("\n- a visit of each of %d links: %.0f s\n\n| report | first | again | clicks |\n|---|---|---|---|\n", o.many, time.Since(began).Seconds())
	filters := []struct{ name, query string }{
		{"no filter", ""},
		{"a tag of half of the links", "&tag=" + halfOfLinks},
		{"not that tag", "&tag=-" + halfOfLinks},
		{"no tag, or that one", "&tag=" + url.QueryEscape("(none)") + "," + halfOfLinks},
		{"a folder with half of them", "&folder=" + halfOfLinks},
	}
	for _, filter := range filters {
		if err := measureReport(linnet, user, filter.name, filter.query); err != nil {
			return err
		}
	}
	member, err := limitedMember(linnet, user)
	if err != nil {
		return err
	}
	return measureReport(linnet, member, "a member without that folder", "")
}

// measureReport prints the processor time of the top links and tags of 30 days, and of the
// analytics page, which has all parts.
func measureReport(linnet *linkNode, user *api, name, query string) error {
	start := "start=" + url.QueryEscape(time.Now().AddDate(0, 0, -30).UTC().Format(time.RFC3339))
	for _, report := range []struct{ name, parts string }{{"top links", "count,link"}, {"top tags", "count,tag"}, {"analytics page", ""}} {
		path := "/analytics/report?limit=10&groupBy=" + report.parts + "&" + start + query
		first, clicks, err := user.reportCost(linnet, path)
		if err != nil {
			return err
		}
		again, _, err := user.cost(linnet, path)
		if err != nil {
			return err
		}
		fmt.Printf("| %s: %s | %d ms | %d ms | %d |\n", report.name, name, first.Milliseconds(), again.Milliseconds(), clicks)
	}
	return nil
}

// reportCost returns the processor time of one report and its number of clicks.
func (a *api) reportCost(linnet *linkNode, path string) (took time.Duration, clicks int64, err error) {
	before, err := linnet.processorTime()
	if err != nil {
		return 0, 0, err
	}
	var report struct{ Count struct{ Clicks int64 } }
	err = a.read(path, &report)
	after, timeErr := linnet.processorTime()
	return after - before, report.Count.Clicks, errors.Join(err, timeErr)
}

// limitedMember restricts the folder with half of the links to admins, and returns an
// editor of the workspace.
func limitedMember(linnet *linkNode, user *api) (*api, error) {
	var folders struct{ Items []struct{ ID, Name string } }
	var workspaces struct{ Items []struct{ ID string } }
	var invitation struct{ URL string }
	if err := errors.Join(user.read("/folders", &folders), user.read("/workspaces", &workspaces)); err != nil {
		return nil, err
	}
	for _, folder := range folders.Items {
		if folder.Name == halfOfLinks {
			if err := user.send(http.MethodPut, "/folders/"+folder.ID+"/access", map[string]string{"access": "members"}, &json.RawMessage{}); err != nil {
				return nil, err
			}
		}
	}
	workspace := workspaces.Items[0].ID
	if err := user.post("/workspaces/"+workspace+"/invitations", map[string]string{"role": "editor"}, &invitation); err != nil {
		return nil, err
	}
	member, err := signUpAs(linnet.addr, "member@example.com")
	if err != nil {
		return nil, err
	}
	err = member.post("/invitations/"+path.Base(invitation.URL)+"/accept", map[string]string{}, &json.RawMessage{})
	member.workspace = workspace
	return member, err
}
