package httpapi_test

import (
	"strings"
	"testing"
)

// TestAnalytics_NamesImportedClicks imports links with their history, and reads the figures of
// the dashboard, of an export and of a shared page.
func TestAnalytics_NamesImportedClicks(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	file := "Alias,Long URL,Clicks,Click history\n" +
		"hop,https://example.com/,100,2026-03-30 12; 2026-03-31 7 browser=Safari&country=DE\n" +
		"old,https://example.com/old,5,\n"
	draft := u.call(t, "POST", "/imports?name=links.csv", file, asCSV).want(t, 201).json(t)
	in.work(t)
	if done := u.call(t, "GET", "/imports/"+draft["id"].(string), nil).want(t, 200).json(t); done["created"] != 2.0 {
		t.Fatalf("the import is %v", done)
	}
	links := u.call(t, "GET", "/links?search=hop", nil).want(t, 200).json(t)["items"].([]any)
	hop := links[0].(map[string]any)
	if hop["importedClicks"] != 100.0 || hop["clickCount"] != 100.0 {
		t.Errorf("the link has %v clicks, %v imported", hop["clickCount"], hop["importedClicks"])
	}
	c.visit(t, u, hop["id"].(string), "hop", noon)
	eventually(t, "a click", func() bool {
		return u.call(t, "GET", "/clicks?traffic=all", nil).want(t, 200).json(t)["total"] == 1.0
	})
	const week = "&start=2026-03-30T00:00:00Z&end=2026-04-02T00:00:00Z&granularity=day"
	for query, want := range map[string]string{
		"groupBy=count" + week:                          `{"clicks":1,"uniques":1,"bots":0,"imported":19,"importedUndated":86,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&interval=all":                    `{"clicks":1,"uniques":1,"bots":0,"imported":19,"importedUndated":86,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&country=DE" + week:               `{"clicks":0,"uniques":0,"bots":0,"imported":7,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&country=-DE" + week:              `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&hour=12" + week:                  `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&traffic=bot" + week:              `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=timeseries" + week:                     `{"granularity":"day","points":[{"start":"2026-03-30T00:00:00Z","clicks":0,"uniques":0,"imported":12},{"start":"2026-03-31T00:00:00Z","clicks":0,"uniques":0,"imported":7},{"start":"2026-04-01T00:00:00Z","clicks":1,"uniques":1}],"previous":null}`,
		"groupBy=browser" + week:                        `{"rows":[{"key":"Firefox","label":"Firefox","clicks":1,"uniques":1,"leads":0,"sales":0,"saleAmount":[]},{"key":"Safari","label":"Safari","clicks":0,"uniques":0,"imported":7,"leads":0,"sales":0,"saleAmount":[]}]}`,
		"groupBy=count&linkId=lnk_0000000000001" + week: `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
	} {
		got := strings.TrimSpace(string(u.call(t, "GET", "/analytics?"+query, nil).want(t, 200).body))
		if got != want {
			t.Errorf("%s: %s\nwant %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"groupBy=count":      "clicks,uniques,bots,leads,sales,imported,importedUndated\r\n1,1,0,0,0,19,86\r\n",
		"groupBy=timeseries": "start,clicks,uniques,imported\r\n2026-03-30T00:00:00Z,0,0,12\r\n2026-03-31T00:00:00Z,0,0,7\r\n2026-04-01T00:00:00Z,1,1,0\r\n",
		"groupBy=country":    "country,label,clicks,uniques,leads,sales,imported\r\n,,1,1,0,0,0\r\nDE,DE,0,0,0,0,7\r\n",
	} {
		if got := string(u.call(t, "GET", "/analytics/export?"+query+week, nil).want(t, 200).body); !strings.HasSuffix(got, want) {
			t.Errorf("export of %s: %q\nwant %q", query, got, want)
		}
	}
}
