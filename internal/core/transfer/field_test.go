package transfer

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"

	"github.com/google/go-cmp/cmp"
)

// The headers are those that the services' exports and their users' files have.
func TestSuggest_HeadersOfOtherServices(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		header, service string
		want            map[Field]string
	}{
		"Bitly, with its API's names": {"created_at,id,link,custom_bitlinks,long_url,title,archived,tags", "Bitly",
			map[Field]string{CreatedAt: "created_at", ShortURL: "link", Aliases: "custom_bitlinks", URL: "long_url", Title: "title", Archived: "archived", Tags: "tags"}},
		"Bitly, with a custom link": {"Title,Bitlink,Custom Bitlink,Long URL,Tags,Created,Total engagements", "Bitly",
			map[Field]string{
				Title: "Title", ShortURL: "Bitlink", Aliases: "Custom Bitlink", URL: "Long URL", Tags: "Tags",
				CreatedAt: "Created", Clicks: "Total engagements",
			}},
		"Bitly, engagements": {"Date,Short Link,Destination,Clicks,QR Scans,Button Clicks,Total Engagements", "",
			map[Field]string{ShortURL: "Short Link", URL: "Destination", Clicks: "Clicks"}},
		"Rebrandly": {"Id,Title,Slashtag,Destination,Short URL,Domain,Tags,Clicks,Created At", "Rebrandly",
			map[Field]string{Title: "Title", Alias: "Slashtag", URL: "Destination", ShortURL: "Short URL", Domain: "Domain", Tags: "Tags", Clicks: "Clicks", CreatedAt: "Created At"}},
		"YOURLS, by its plug-in": {"source,target,hits", "YOURLS",
			map[Field]string{ShortURL: "source", URL: "target", Clicks: "hits"}},
		"YOURLS, its table": {"keyword,url,title,timestamp,ip,clicks", "YOURLS",
			map[Field]string{Alias: "keyword", URL: "url", Title: "title", CreatedAt: "timestamp", Clicks: "clicks"}},
		"Shlink, of the web client": {"createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits", "Shlink",
			map[Field]string{CreatedAt: "createdAt", Domain: "domain", Alias: "shortCode", ShortURL: "shortUrl", URL: "longUrl", Title: "title", Tags: "tags", Clicks: "visits"}},
		"Shlink, for its importer": {"Long URL;Short code;Domain;Title;Tags", "Shlink",
			map[Field]string{URL: "Long URL", Alias: "Short code", Domain: "Domain", Title: "Title", Tags: "Tags"}},
		"Kutt": {"id,address,target,description,banned,password,expire_in,created_at,visit_count,link,domain", "Kutt",
			map[Field]string{Alias: "address", URL: "target", Comments: "description", Password: "password", "expiresAt": "expire_in", CreatedAt: "created_at", Clicks: "visit_count", ShortURL: "link", Domain: "domain"}},
		"Dub": {"Short link,Destination URL,Clicks,Created at,Tags,Archived", "Dub",
			map[Field]string{ShortURL: "Short link", URL: "Destination URL", Clicks: "Clicks", CreatedAt: "Created at", Tags: "Tags", Archived: "Archived"}},
		"Short.io": {"originalURL,path,title,tags,createdAt,expiresAt,expiredURL,clicksLimit,redirectType", "Short.io",
			map[Field]string{URL: "originalURL", Alias: "path", Title: "title", Tags: "tags", CreatedAt: "createdAt", "expiresAt": "expiresAt", "fallbackUrl": "expiredURL", "maxClicks": "clicksLimit", "redirectStatus": "redirectType"}},
		"a list of links": {"link,source", "", map[Field]string{URL: "link"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, err := readAll(t, c.header)
			if err != nil {
				t.Fatal(err)
			}
			got := map[Field]string{}
			for field, i := range suggest(rows[0]) {
				got[field] = rows[0][i]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if service := serviceOf(rows[0]); service != c.service {
				t.Errorf("taken for %q, want %q", service, c.service)
			}
		})
	}
}

func TestTimeOf_FormatsOfOtherServices(t *testing.T) {
	t.Parallel()
	want := time.Date(2024, 3, 5, 17, 20, 40, 0, time.UTC)
	day := want.Truncate(24 * time.Hour)
	for cell, want := range map[string]time.Time{
		"2024-03-05T17:20:40Z": want, "2024-03-05T17:20:40+0000": want, "2024-03-05T18:20:40+01:00": want, "2024-03-05 17:20:40": want,
		"2024-03-05T17:20:40.000Z": want, "2024-03-05 17:20:40 UTC": want, "1709659240": want, "1709659240000": want, "05.03.2024 17:20:40": want,
		"2024-03-05": day, "05.03.2024": day, "Mar 5, 2024": day, "2024/03/05": day,
	} {
		if got, err := timeOf(cell); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", cell, got, err, want)
		}
	}
	for _, cell := range []string{"05/03/2024", "yesterday", "42 days", "12", "2024-13-05"} {
		if got, err := timeOf(cell); err == nil {
			t.Errorf("%q was read as %v, and could mean another day", cell, got)
		}
	}
}

func TestTagsCell_RoundTrip(t *testing.T) {
	t.Parallel()
	for _, tags := range [][]string{nil, {"spring"}, {"a|b"}, {"a;b"}, {"a|b", "c"}, {"two words", "ümläut"}} {
		if diff := cmp.Diff(tags, tagsOf(tagsCell(tags))); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff([]string{"a", "b"}, tagsOf("a|b")); diff != "" {
		t.Error(diff)
	}
}

func TestShortOf(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"https://bit.ly/abc": "bit.ly abc", "bit.ly/abc": "bit.ly abc", "/keyword/": " keyword", "launch": " launch",
		"http://localhost:8080/docs/*": "localhost:8080 docs/*", "localhost:8080/a": "localhost:8080 a", "https://go.example.com/a?x=1#y": "go.example.com a",
	} {
		host, alias := shortOf(cell)
		if got := host + " " + alias; got != want {
			t.Errorf("%q is %q, want %q", cell, got, want)
		}
	}
}

func TestTextCheck_RejectsLongFiles(t *testing.T) {
	t.Parallel()
	check := textCheck{size: MaxBytes - 1}
	if err := check.see([]byte("x")); err != nil {
		t.Errorf("a file of MaxBytes: %v", err)
	}
	if err := check.see([]byte("x")); !fault.Is(err, fault.TooLarge) {
		t.Errorf("a longer file: %v", err)
	}
}

func TestTextCheck_RejectsBinaryFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pieces []string
		says   string
	}{
		"empty":                          {nil, "empty"},
		"Latin-1":                        {[]string{"url\n", "https://example.com/\xe4\n"}, "byte 25"},
		"UTF-16":                         {[]string{"\xff\xfeu\x00"}, "UTF-16"},
		"a spreadsheet":                  {[]string{"PK\x03\x04rest"}, "spreadsheet"},
		"a NUL":                          {[]string{"url\n", "a\x00b"}, "byte 6"},
		"a rune that never ends":         {[]string{"url\n\xe2\x82"}, "not valid UTF-8"},
		"fine, a rune across two pieces": {[]string{"url\n\xe2\x82", "\xac\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var check textCheck
			var err error
			for _, piece := range c.pieces {
				if err = check.see([]byte(piece)); err != nil {
					break
				}
			}
			if err == nil {
				err = check.end()
			}
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("got %v, want a sentence with %q", err, c.says)
			}
		})
	}
}

func TestColumns_CoverEverySetting(t *testing.T) {
	t.Parallel()
	exported := exportColumns()
	for _, f := range link.Fields() {
		if f.Name == "folderId" {
			continue // exported by name, as "folder"
		}
		found := slices.ContainsFunc(exported, func(c column) bool {
			name := string(c.field)
			return c.assign != nil && (name == f.Name || strings.HasPrefix(name, f.Name) && unicode.IsUpper(rune(name[len(f.Name)])))
		})
		if !found {
			t.Errorf("no column has the setting %s", f.Name)
		}
	}
}

func TestSettingColumn_KindsRoundTrip(t *testing.T) {
	t.Parallel()
	text, flag, number, at := "text", true, int64(3), time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)
	split := []routing.Branch{{URL: "https://example.com/", Weight: 100}}
	for _, c := range []struct {
		from, to any
		cell     string
	}{
		{&text, new(string), "text"}, {&flag, new(bool), "true"}, {&number, new(int64), "3"}, {&at, new(time.Time), "2026-11-22T01:02:03.000Z"},
		{&split, new([]routing.Branch), `[{"url":"https://example.com/","weight":100}]`},
	} {
		cell := settingCell(c.from)
		if cell != c.cell {
			t.Errorf("cell of %T: %q, want %q", c.from, cell, c.cell)
		}
		if err := readSetting(c.to, cell); err != nil || !reflect.DeepEqual(c.from, c.to) {
			t.Errorf("%q is read as %v, %v", cell, c.to, err)
		}
	}
	for _, unset := range []any{new(string), new(int64), new(time.Time), new([]routing.Branch), &[]routing.Branch{}, new(routing.Preview)} {
		if cell, value := settingCell(unset), settingValue(unset); cell != "" || value != nil {
			t.Errorf("unset %T: cell %q, value %v", unset, cell, value)
		}
	}
	if value := settingValue(new(bool)); value != false {
		t.Errorf("a flag that is off: value %v", value)
	}
}
