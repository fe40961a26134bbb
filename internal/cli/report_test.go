package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// report sends the public form, and returns the page.
func report(t *testing.T, origin string, values url.Values) (status int, body string) {
	t.Helper()
	response, err := http.PostForm(origin+"/abuse", values) //nolint:noctx // a local server
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}

// cases is the output of "linnet report list".
type cases struct {
	Cases []struct{ ID, ShortLink, Destination, State, Reason string }
	Total int
}

func TestReport_ReportsAreACaseThatAnOperatorResolves(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		ada.call("POST", "/links", map[string]any{"url": "https://login.evil.example/x", "alias": "launch"}, http.StatusCreated, nil)
		link := ada.origin + "/launch"
		for i := range 3 {
			values := url.Values{"link": {link}, "reason": {"phishing"}, "email": {"Eve@example.com"}, "details": {fmt.Sprint("No. ", i)}}
			if status, body := report(t, ada.origin, values); status != http.StatusOK || !strings.Contains(body, "Report sent") {
				t.Fatalf("report: %d: %s", status, body)
			}
		}
		status, body := report(t, ada.origin, url.Values{"link": {ada.origin + "/nothing"}, "reason": {"other"}, "email": {"no-address"}})
		if status != http.StatusUnprocessableEntity {
			t.Errorf("bad report: %d", status)
		}
		for _, want := range []string{"There is no link at this address.", "Describe what is wrong", `value="no-address"`, "/nothing"} {
			if !strings.Contains(body, want) {
				t.Errorf("%q is missing in %s", want, body)
			}
		}
		var open cases
		if c.run(&open, "report", "list"); open.Total != 1 || open.Cases[0].Reason != "phishing" || open.Cases[0].Destination != "https://login.evil.example/x" {
			t.Fatalf("cases %+v", open)
		}
		var details struct {
			Reports []struct{ Details, Email string }
		}
		if c.run(&details, "report", "show", open.Cases[0].ID); len(details.Reports) != 3 || details.Reports[0].Email != "Eve@example.com" {
			t.Errorf("reports %+v", details)
		}
		var notices struct {
			Items []struct{ Title string }
		}
		ada.call("GET", "/notifications", nil, http.StatusOK, &notices) // ada is the operator
		if !strings.Contains(fmt.Sprint(notices.Items), "Abuse report: 1 case is open") {
			t.Errorf("notifications %v", notices.Items)
		}
		c.run(nil, "report", "resolve", open.Cases[0].ID, "--action", "block_link", "--note", "Phishing page")
		eventually(t, func() string {
			if status, _, err := ada.visit("/launch"); err != nil || status != http.StatusUnavailableForLegalReasons {
				return fmt.Sprint(status, err)
			}
			return ""
		})
		if code, _, errs := c.try("report", "resolve", open.Cases[0].ID, "--action", "dismiss"); code != 1 || !strings.Contains(errs, "already resolved") {
			t.Errorf("second decision: %d, %s", code, errs)
		}
		if c.cfg.DatabaseURL == "" { // the node's data folder has the mails
			eventually(t, func() string {
				mails, err := filepath.Glob(filepath.Join(c.cfg.Data, "mail", "*"))
				if err != nil {
					return err.Error()
				}
				sent := 0
				for _, name := range mails {
					if raw, err := os.ReadFile(name); err == nil && strings.Contains(string(raw), "Your report about") {
						sent++
					}
				}
				if sent != 1 {
					return fmt.Sprint(sent, " mails to the reporter")
				}
				return ""
			})
		}
		// A report about a blocked link does not open a case again.
		report(t, ada.origin, url.Values{"link": {link}, "reason": {"malware"}})
		if c.run(&open, "report", "list"); open.Total != 0 {
			t.Errorf("open cases %+v", open)
		}
	})
}
