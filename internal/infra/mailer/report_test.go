package mailer

import (
	"bytes"
	"mime"
	"os"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/account"
	"linnet/internal/core/analytics"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/workspace"
)

// week is a report about 16 to 22 November 2026 in Berlin, with 12,480 clicks.
func week(t *testing.T) scheduledreport.Mail {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 11, 16, 0, 0, 0, 0, berlin)
	m := scheduledreport.Mail{
		Report:      scheduledreport.Report{ID: "srp_1", Name: "Spring <b>", Cadence: scheduledreport.Weekly},
		Workspace:   workspace.Workspace{ID: "wsp_1", Name: "Oat Street"},
		Period:      scheduledreport.Period{Start: start, End: start.AddDate(0, 0, 7), Location: berlin},
		ScheduledBy: "Mara Vale",
		Subscribed:  true,
		Query:       "from=2026-11-16&to=2026-11-22&zone=Europe%2FBerlin&tag=spring",
		Conditions: []scheduledreport.Condition{
			{Dimension: analytics.Tag, Values: []string{"spring", "launch"}},
			{Dimension: analytics.Country, Values: []string{"AT"}, Negated: true},
			{Dimension: analytics.UTMSource, Values: []string{"a", "b", "c", "d", "e", "f", "g"}},
		},
		Figures: analytics.Report{Previous: &analytics.Count{Clicks: 10_000, Uniques: 9_000}},
	}
	m.Figures.Count = analytics.Count{Clicks: 12_480, Uniques: 8_100}
	for i, clicks := range []int64{3000, 1480, 2000, 2500, 3500, 0, 0} {
		m.Figures.Points = append(m.Figures.Points, analytics.Point{Start: start.AddDate(0, 0, i).UTC(), Clicks: clicks})
	}
	m.Figures.Lists = map[analytics.Dimension][]analytics.Row{
		analytics.Link: {
			{Key: "lnk_1", Label: "go.example.com/launch", Clicks: 9000},
			{Key: "lnk_2", Label: "lnk_2", Clicks: 480},
		},
		analytics.Country:  {{Key: "DE", Label: "DE", Clicks: 8000}, {Key: "", Clicks: 12}},
		analytics.Referrer: {{Key: "", Clicks: 7000}, {Key: "news.example", Label: "news.example", Clicks: 100}},
	}
	return m
}

func subscriber() account.Recipient {
	to := ada()
	to.Unsubscribe = "https://go.example.com/unsubscribe/secret"
	return to
}

func TestMailer_ScheduledReport(t *testing.T) {
	t.Parallel()
	m, dir, _, _ := newFolder(t)
	if err := m.ScheduledReport(t.Context(), subscriber(), week(t)); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(files(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	header, plain, html := read(t, bytes.NewReader(raw))
	if got, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject")); err != nil || got != "Spring <b>: 16–22 Nov 2026" {
		t.Errorf("subject %q, %v", got, err)
	}
	if header.Get("List-Unsubscribe") != "<https://go.example.com/unsubscribe/secret>" || header.Get("List-Unsubscribe-Post") == "" {
		t.Errorf("headers %v", header)
	}
	for body, wants := range map[string][]string{
		plain: {
			"Clicks: 12,480 (+25% against 10,000 in the week before)", "Visitors: 8,100 (−10% against 9,000 in the week before)",
			"Mon 16 Nov: 3,000", "Sun 22 Nov: 0", "9,000  go.example.com/launch", "480  Deleted link", "8,000  Germany", "12  Unknown",
			"7,000  No referrer", "tag spring or launch; country not Austria; UTM source a or b or c or d or e or 2 more",
			"https://go.example.com/dashboard/w/wsp_1/analytics?from=2026-11-16&to=2026-11-22&zone=Europe%2FBerlin&tag=spring",
			"You get this report because Mara Vale scheduled it for you, each Monday.", "Stop these emails: https://go.example.com/unsubscribe/secret",
		},
		html: {"height:80px", "height:68px", "height:0px", ">12,480<", "go.example.com/launch", "Germany", "16–22 Nov 2026", "Spring &lt;b&gt;"},
	} {
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("the mail lacks %q:\n%s", want, body)
			}
		}
	}
}

func TestScheduledReport_SaysWhatIsZero(t *testing.T) {
	t.Parallel()
	r := week(t)
	r.Figures = analytics.Report{Previous: &analytics.Count{}}
	l := scheduledReport(ada(), "https://go.example.com", r)
	if got := l.Figures.Totals[0].Change; got != "none in the week before, either" || len(l.Figures.Bars) != 0 {
		t.Errorf("%q, %d bars", got, len(l.Figures.Bars))
	}
	if last := l.Paragraphs[len(l.Paragraphs)-1]; last != "No clicks match this report in this period." {
		t.Errorf("the last paragraph is %q", last)
	}
	r.Figures.Count.Clicks = 5
	if got := scheduledReport(ada(), "", r).Figures.Totals[0].Change; got != "new: none in the week before" {
		t.Errorf("%q", got)
	}
}

func TestScheduledReport_SaysWhyItIsSent(t *testing.T) {
	t.Parallel()
	r := week(t)
	r.Own, r.Report.Cadence = true, scheduledreport.Monthly
	if got := reasonText(r); got != "You get this report because you scheduled it, on the first day of each month." {
		t.Error(got)
	}
	r.Own, r.ScheduledBy = false, ""
	if got := reasonText(r); !strings.Contains(got, "A former member scheduled it for you") {
		t.Error(got)
	}
	r.Subscribed = false
	if got := reasonText(r); got != "You requested this email in the dashboard. It is not sent regularly." {
		t.Error(got)
	}
}

func TestPeriodText(t *testing.T) {
	t.Parallel()
	for start, want := range map[string]string{
		"2026-11-16": "16–22 Nov 2026", "2026-11-30": "30 Nov – 6 Dec 2026", "2026-12-28": "28 Dec 2026 – 3 Jan 2027",
	} {
		day, err := time.Parse(time.DateOnly, start)
		if err != nil {
			t.Fatal(err)
		}
		if got := periodText(scheduledreport.Period{Start: day, End: day.AddDate(0, 0, 7), Location: time.UTC}); got != want {
			t.Errorf("%s: %q, want %q", start, got, want)
		}
	}
	february := time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)
	if got := periodText(scheduledreport.Period{Start: february, End: february.AddDate(0, 1, 0), Location: time.UTC}); got != "February 2027" {
		t.Error(got)
	}
}
