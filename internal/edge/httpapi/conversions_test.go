package httpapi_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/csvsafe"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/httpapi"
)

// withFigures is withClicks whose analytics know names and conversions.
func withFigures(t *testing.T) (*clicks, func(*httpapi.Deps)) {
	c, behind := withClicks(t)
	return c, func(o *httpapi.Deps) {
		behind(o)
		o.Analytics = c.figures
	}
}

func TestConversions_AreCountedBesideClicks(t *testing.T) {
	t.Parallel()
	clicks, behind := withFigures(t)
	in := newInstall(t, behind)
	u, stranger := in.signUp(t), in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "shop", "trackConversions": true}).want(t, 201).json(t)
	if made["trackConversions"] != true {
		t.Errorf("%v", made)
	}
	link := made["id"].(string)
	other := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	id := clicks.visit(t, u, link, "shop", noon.Add(-time.Minute))
	botID := clicks.visit(t, u, other, "x", noon.Add(-time.Minute), func(h *click.Hit) { h.RequestReason = visitor.BotHead })
	lead := map[string]any{"clickId": id, "eventName": "Trial", "externalId": "lead-1", "customerId": "ada", "metadata": map[string]any{"plan": "pro", "seats": 3}}
	first := u.call(t, "POST", "/track/lead", lead).want(t, 201).json(t) // its click may be on its way
	again := u.call(t, "POST", "/track/lead", lead).want(t, 200).json(t)
	if first["id"] != again["id"] || again["eventName"] != "Trial" || again["metadata"].(map[string]any)["plan"] != "pro" {
		t.Errorf("%v\n%v", first, again)
	}
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	if _, err := in.conversions.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	sale := func(body map[string]any) {
		t.Helper()
		u.call(t, "POST", "/track/sale", body).want(t, 201)
	}
	sale(map[string]any{"clickId": id, "amount": 1299, "currency": "EUR", "invoiceId": "INV-1"})
	u.call(t, "POST", "/track/sale", map[string]any{"clickId": id, "amount": 1299, "currency": "EUR", "invoiceId": "INV-1"}).want(t, 200)
	sale(map[string]any{"customerId": "ada", "amount": 1, "currency": "usd"})
	sale(map[string]any{"clickId": botID, "amount": 5000, "currency": "EUR"})

	count := u.call(t, "GET", "/analytics?groupBy=count&compare=previous", nil).want(t, 200).json(t)
	money := func(code string, amount float64) any { return map[string]any{"currency": code, "amount": amount} }
	nothing := map[string]any{"clicks": 0.0, "uniques": 0.0, "bots": 0.0, "leads": 0.0, "sales": 0.0, "saleAmount": []any{}}
	want := map[string]any{
		"clicks": 1.0, "uniques": 1.0, "bots": 1.0, "leads": 1.0, "sales": 2.0, "saleAmount": []any{money("EUR", 1299), money("USD", 1)}, "previous": nothing,
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
	report := u.call(t, "GET", "/analytics/report?groupBy=count,link,alias&traffic=all", nil).want(t, 200).json(t)
	sums := map[string]string{}
	for _, part := range []string{"link", "alias"} {
		for _, row := range report[part].(map[string]any)["rows"].([]any) {
			r := row.(map[string]any)
			sums[r["key"].(string)] = fmt.Sprint(r["clicks"], r["leads"], r["sales"], r["saleAmount"])
		}
	}
	wantSums := map[string]string{
		link: "1 1 2 [map[amount:1299 currency:EUR] map[amount:1 currency:USD]]", other: "1 0 1 [map[amount:5000 currency:EUR]]",
		"shop": "1 1 2 [map[amount:1299 currency:EUR] map[amount:1 currency:USD]]", "x": "1 0 1 [map[amount:5000 currency:EUR]]",
	}
	if diff := cmp.Diff(wantSums, sums); diff != "" {
		t.Error(diff)
	}
	if n := u.call(t, "GET", "/analytics?groupBy=count&linkId="+other, nil).json(t)["sales"]; n != 0.0 {
		t.Errorf("%v sales of a link that a bot clicked", n)
	}
	list := u.call(t, "GET", "/conversions?kind=sale&limit=2", nil).want(t, 200).json(t)
	if list["total"] != 3.0 || len(list["items"].([]any)) != 2 {
		t.Errorf("%v", list)
	}
	for _, path := range []string{"/track/lead", "/track/sale"} {
		body := map[string]any{"clickId": id, "amount": 1, "currency": "EUR"}
		stranger.call(t, "POST", path, body).want(t, 422)
		in.anonymous().call(t, "POST", path, body).want(t, 401)
	}
	u.call(t, "POST", "/track/sale", map[string]any{"clickId": id, "amount": 12.5, "currency": "EUR"}).want(t, 422)
	if n := stranger.call(t, "GET", "/conversions", nil).json(t)["total"]; n != 0.0 {
		t.Errorf("a stranger sees %v conversions", n)
	}
}

func TestExportAnalytics_SendsFiles(t *testing.T) {
	t.Parallel()
	clicks, behind := withFigures(t)
	in := newInstall(t, behind)
	u, stranger := in.signUp(t), in.signUp(t)
	link := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "shop"}).want(t, 201).json(t)["id"].(string)
	clicks.visit(t, u, link, "=shop", noon.Add(-time.Minute))
	clicks.visit(t, u, link, "shop", noon.Add(-time.Hour), func(h *click.Hit) { h.RequestReason = visitor.BotHead })
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })

	file := u.call(t, "GET", "/analytics/export?traffic=all", nil).want(t, 200)
	if got := file.header.Get("Content-Disposition"); got != `attachment; filename=linnet-clicks-2026-04-01.csv` {
		t.Errorf("called %s", got)
	}
	lines := table(t, file)
	if len(lines) != 3 || lines[2]["link"] != "go.example.com/shop" || lines[2]["alias"] != "'=shop" || lines[1]["bot"] != "true" ||
		lines[1]["botReason"] != string(visitor.BotHead) || lines[1]["at"] != "2026-04-01T11:00:00.000Z" || lines[1]["linkId"] != link {
		t.Errorf("%v", lines)
	}
	for _, hidden := range []string{"198.51.100.77", "visitor", "address"} {
		if strings.Contains(string(file.body), hidden) {
			t.Errorf("the file holds %q", hidden)
		}
	}
	if got := table(t, u.call(t, "GET", "/analytics/export", nil).want(t, 200)); len(got) != 2 {
		t.Errorf("humans: %v", got)
	}
	if got := table(t, u.call(t, "GET", "/analytics/export?traffic=all&hour=11&weekday=3&timeZone=UTC", nil).want(t, 200)); len(got) != 3 {
		t.Errorf("of Wednesday from 11: %v", got)
	}
	if got := table(t, u.call(t, "GET", "/analytics/export?traffic=all&hour=11&timeZone=Asia/Kolkata", nil).want(t, 200)); len(got) != 1 {
		t.Errorf("of an hour elsewhere: %v", got)
	}
	parquet := u.call(t, "GET", "/analytics/export?format=parquet", nil).want(t, 200)
	if b := parquet.body; len(b) < 8 || string(b[:4]) != "PAR1" || string(b[len(b)-4:]) != "PAR1" || parquet.header.Get("Content-Type") != "application/vnd.apache.parquet" {
		t.Errorf("%q", b)
	}
	figures := table(t, u.call(t, "GET", "/analytics/export?groupBy=alias&traffic=all", nil).want(t, 200))
	if len(figures) != 3 || figures[1]["alias"] != "'=shop" || figures[1]["clicks"] != "1" {
		t.Errorf("%v", figures)
	}
	for part, rows := range map[string]int{"count": 1, "timeseries": 30, "heatmap": 168} {
		if got := table(t, u.call(t, "GET", "/analytics/export?groupBy="+part, nil).want(t, 200)); len(got) != rows+1 {
			t.Errorf("%s has %d lines", part, len(got))
		}
	}
	if got := table(t, stranger.call(t, "GET", "/analytics/export?interval=all&linkId="+link, nil).want(t, 200)); len(got) != 1 {
		t.Errorf("a stranger exports %v", got)
	}
	for _, query := range []string{"format=xlsx", "format=parquet&groupBy=link", "groupBy=color", "nonsense=1", "interval=7w"} {
		u.call(t, "GET", "/analytics/export?"+query, nil).want(t, 422)
	}
}

// table reads CSV; the first line names the columns of the others.
func table(t *testing.T, r reply) []map[string]string {
	t.Helper()
	lines := csvRows(t, r)
	out := make([]map[string]string, len(lines))
	for i, line := range lines {
		out[i] = map[string]string{}
		for n, cell := range line {
			out[i][lines[0][n]] = cell
		}
	}
	return out
}

// csvRows reads CSV that spreadsheets open (E1 of the review): it has a byte order mark, and its
// rows end alike. No cell of the tests has a line break.
func csvRows(t *testing.T, r reply) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(r.body), csvsafe.ByteOrderMark)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if !marked || strings.Count(text, "\n") != len(rows) || strings.Count(text, csvsafe.LineEnd) != len(rows) {
		t.Errorf("the file has no byte order mark, or a row without CRLF: %.200q", r.body)
	}
	return rows
}

func TestExports_OpenInSpreadsheets(t *testing.T) {
	t.Parallel()
	clicks, behind := withFigures(t)
	in := newInstall(t, behind)
	u := in.signUp(t)
	link := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	clicks.visit(t, u, link, "straße", noon.Add(-time.Minute))
	eventually(t, "the click arrives", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	u.call(t, "POST", "/tags", map[string]any{"name": "Grüße"}).want(t, http.StatusCreated)
	for path, want := range map[string]string{
		"/analytics/export":               "straße",
		"/analytics/export?groupBy=alias": "straße",
		"/audit-log/export":               "Grüße",
	} {
		if rows := csvRows(t, u.call(t, "GET", path, nil).want(t, 200)); len(rows) < 2 || !strings.Contains(fmt.Sprint(rows), want) {
			t.Errorf("%s: %q", path, rows)
		}
	}
}

// TestExportAnalytics_RecordsAnEvent reads the events of the audit log.
func TestExportAnalytics_RecordsAnEvent(t *testing.T) {
	t.Parallel()
	_, behind := withFigures(t)
	in := newInstall(t, behind)
	u := in.signUp(t)
	u.call(t, "GET", "/analytics/export?format=parquet", nil).want(t, 200)
	u.call(t, "GET", "/analytics/export?format=xlsx", nil).want(t, 422)
	got := in.query(t, `SELECT kind || ' ' || actor_id || ' ' || subject_id FROM events WHERE kind = 'clicks.exported'`)
	if diff := cmp.Diff([]string{"clicks.exported " + u.id + " " + u.workspaceID}, got); diff != "" {
		t.Error(diff)
	}
}
