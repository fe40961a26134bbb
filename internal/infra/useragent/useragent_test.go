package useragent

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"linnet/internal/core/visitor"
)

func newParser(t testing.TB) *Parser {
	t.Helper()
	p, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rows reads a file of labelled headers; the header is the last column.
func rows(t testing.TB, file string, columns int) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != columns {
			t.Fatalf("%s: %d columns in %q", file, len(cells), line)
		}
		for i, c := range cells {
			if c == "-" {
				cells[i] = ""
			}
		}
		all = append(all, cells)
	}
	return all
}

func TestParse_NamesBrowsers(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, row := range rows(t, "browsers.tsv", 5) {
		want := visitor.Agent{OS: row[0], Browser: row[1], InAppBrowser: row[2], Device: visitor.Device(row[3])}
		if got := p.Parse(row[4]); got != want {
			t.Errorf("%s\n got %+v\nwant %+v", row[4], got, want)
		}
	}
}

func TestParse_ClassifiesBots(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, row := range rows(t, "bots.tsv", 2) {
		if got := p.Parse(row[1]).Bot; got != visitor.BotReason(row[0]) {
			t.Errorf("%s\n got %q, want %q", row[1], got, row[0])
		}
	}
	if got := p.Parse("").Bot; got != visitor.BotAgent {
		t.Errorf("no header at all: %q", got)
	}
}

// testdata/README.md has the results from before the rules were adapted to these
// headers.
func TestParse_ClassifiesUnseenHeaders(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, row := range rows(t, "unseen.tsv", 2) {
		if got := p.Parse(row[1]).Bot; (got != "") != (row[0] == "bot") {
			t.Errorf("%s\n got %q, want a %s", row[1], got, row[0])
		}
	}
}

// Precision and recall are at least 0.98 on the labelled headers of all files.
func TestParse_PrecisionAndRecall(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	var truePositive, falsePositive, falseNegative, trueNegative float64
	judge := func(header string, bot bool) {
		switch got := p.Parse(header).Bot != ""; {
		case got && bot:
			truePositive++
		case got:
			falsePositive++
		case bot:
			falseNegative++
		default:
			trueNegative++
		}
	}
	for _, row := range rows(t, "browsers.tsv", 5) {
		judge(row[4], false)
	}
	for _, row := range rows(t, "bots.tsv", 2) {
		judge(row[1], true)
	}
	for _, row := range rows(t, "unseen.tsv", 2) {
		judge(row[1], row[0] == "bot")
	}
	precision, recall := truePositive/(truePositive+falsePositive), truePositive/(truePositive+falseNegative)
	t.Logf("%v bots and %v people: precision %.3f, recall %.3f", truePositive+falseNegative, falsePositive+trueNegative, precision, recall)
	if precision < 0.98 || recall < 0.98 {
		t.Errorf("precision %.3f, recall %.3f", precision, recall)
	}
	if truePositive+falseNegative < 400 || falsePositive+trueNegative < 250 {
		t.Error("the labelled set is too small")
	}
}

// Headers of browsers that resemble a bot's.
func TestParse_DoesNotClassifyPeopleAsBots(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for name, header := range map[string]string{
		"a phone called CUBOT":        "Mozilla/5.0 (Linux; Android 12; CUBOT_X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
		"a version behind an @":       "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1 (Ecosia ios@9.2.3.1367)",
		"an app's id":                 "Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 com.example.app/5.2",
		".NET in Internet Explorer":   "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; .NET CLR 2.0.50727; .NET4.0C; ASP.NET)",
		"a console":                   "Mozilla/5.0 (PLAYSTATION 3; 1.00)",
		"a toolbar that names a site": "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; www.ebay.com; .NET CLR 1.1.4322)",
	} {
		if got := p.Parse(header).Bot; got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestParse_CachesHeaders(t *testing.T) {
	p := newParser(t)
	header := rows(t, "browsers.tsv", 5)[0][4]
	first := p.Parse(header)
	if n := testing.AllocsPerRun(100, func() {
		if p.Parse(header) != first {
			t.Error("the cached result differs")
		}
	}); n != 0 {
		t.Errorf("%v allocations for a cached header", n)
	}
}

func FuzzParse(f *testing.F) {
	for _, row := range rows(f, "browsers.tsv", 5) {
		f.Add(row[4])
	}
	for _, row := range rows(f, "bots.tsv", 2) {
		f.Add(row[1])
	}
	p := newParser(f)
	f.Fuzz(func(t *testing.T, header string) {
		a := p.Parse(header)
		if a != p.Parse(header) {
			t.Error("two results for one header")
		}
		if utf8.ValidString(header) && !utf8.ValidString(a.Browser+a.OS) && len(header) <= maxHeader {
			t.Errorf("invalid UTF-8: %+v", a)
		}
		switch a.Device {
		case "", visitor.Desktop, visitor.Mobile, visitor.Tablet:
		default:
			t.Errorf("unknown device: %q", a.Device)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	p := newParser(b)
	header := rows(b, "browsers.tsv", 5)[0][4]
	b.Run("cached", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Parse(header)
		}
	})
	b.Run("not cached", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.parse(header)
		}
	})
}

func TestParse_DoesNotClassifyTextBrowsersAndAppsAsBots(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, header := range []string{
		"Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.1", "Lynx/2.9.0dev.12 libwww-FM/2.14", "w3m/0.5.3+git20230121",
		"Links (2.29; Linux 6.1.0 x86_64; GNU C 12.2; text)", "Links/2.8", "ELinks/0.16.1.1 (textmode; Linux 6.1.0 x86_64; 80x24-2)", "ELinks (0.4pre5; Linux 2.4.27 i686; 80x25)",
		"Instagram 300.0.0.29.110 Android (33/13; 420dpi; 1080x2176; samsung; SM-G991B; o1s; exynos2100; de_DE)",
		"[FBAN/FBIOS;FBAV/420.0.0.32.71;FBBV/485000000;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/16.5;FBSS/3;FBLC/de_DE]",
		"musical_ly_26.2.0 (iPhone; iOS 15.5; en_US)", "Line/13.9.0", "KAKAOTALK 10.3.5", "MicroMessenger/8.0.38", "LinkedInApp/9.27",
	} {
		if got := p.Parse(header).Bot; got != "" {
			t.Errorf("%s: %q", header, got)
		}
	}
	for _, header := range []string{"Instagram 300.0 CFNetwork/1408.0.4 Darwin/22.5.0", "Line/13.9.0 (link preview bot)", "Lynxbot/1.0 (+https://example.com)"} {
		if got := p.Parse(header).Bot; got == "" {
			t.Errorf("%s is not classified as a bot", header)
		}
	}
}

func TestParse_ClassifiesAutomationWithABrowsersHeader(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
	for _, header := range []string{
		chrome + "Cursor/1.7.44 Chrome/138.0.0.0 Electron/37.3.1 Safari/537.36", chrome + "Cypress/13.6.0 Chrome/114.0.0.0 Electron/25.8.4 Safari/537.36",
		chrome + "HeadlessChrome/131.0.0.0 Safari/537.36", chrome + "Chrome/131.0.0.0 Safari/537.36; compatible; OAI-Test/1.0; x", chrome + "Chrome/131.0.0.0 Safari/537.36 Somebodys/2.0",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Test/1.0) Chrome/131.0.0.0 Safari/537.36",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; Test/1.0)",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; TestFinder) Chrome/131.0.0.0 Safari/537.36",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko, Tester) Chrome/131.0.0.0 Safari/537.36", "Test/1.0 " + chrome + "Chrome/131.0.0.0 Safari/537.36",
	} {
		if got := p.Parse(header).Bot; got == "" {
			t.Errorf("%s is not classified as a bot", header)
		}
	}
	for _, header := range []string{
		chrome + "Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", chrome + "Chrome/131.0.0.0 Safari/537.36 OPR/115.0.0.0 (Edition Campaign 34)", chrome + "Chrome/131.0.0.0 Safari/537.36 AVG/131.0",
		chrome + "Slack/4.41.97 Chrome/130.0.0.0 Electron/33.1.0 Safari/537.36", "Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Unheard/3",
		"Mozilla/5.0 (Windows; U; Windows NT 6.0; en-US) AppleWebKit/527 (KHTML, like Gecko, Safari/419.3) Arora/0.6",
		"Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
	} {
		if got := p.Parse(header).Bot; got != "" {
			t.Errorf("%s: %q", header, got)
		}
	}
}

func TestNew_NamesInvalidLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"bot\tone\nnothing\n": ":2: ", "bots\tx\n": "unknown kind", "bot\tUpper\n": "lower case", "bot\t\n": ":1: ",
		"one\r\nbot\ttwo\r\nthree\r\n": ":3: ",
	} {
		if _, err := New(additions(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := New(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestNew_AddsEntriesOfTheOperator(t *testing.T) {
	t.Parallel()
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
	const linux = "Mozilla/5.0 (X11; Linux x86_64; %s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
	file := additions(t, "# ours\n\nbot\tacme-eyes\r\nbot-part\teyeballs\nbot-end\tpeeker\npreview\tour-chat\nsuffix\tkiosk\n"+
		"browser-prefix\tthermostat/\ntelevision\tour-screen\n")
	extended, err := New(file)
	if err != nil {
		t.Fatal(err)
	}
	builtin := newParser(t)
	for header, want := range map[string][2]visitor.BotReason{
		fmt.Sprintf(linux, "acme-eyes-2"):                {"", visitor.BotAgent},
		fmt.Sprintf(linux, "notacme-eyes"):               {"", ""},
		fmt.Sprintf(linux, "myeyeballs2"):                {"", visitor.BotAgent},
		fmt.Sprintf(linux, "PagePeeker"):                 {"", visitor.BotAgent},
		fmt.Sprintf(linux, "PeekerPage"):                 {"", ""},
		chrome + " (our-screen)":                         {visitor.BotAgent, ""},
		"Mozilla/5.0 (Linux; Android 13) Gecko our-chat": {"", visitor.BotPreview},
		chrome + " Kiosk/2.0":                            {visitor.BotAgent, ""},
		"Thermostat/1.0":                                 {visitor.BotAgent, ""},
		chrome:                                           {"", ""},
	} {
		if got := [2]visitor.BotReason{builtin.Parse(header).Bot, extended.Parse(header).Bot}; got != want {
			t.Errorf("%s: got %q, want %q", header, got, want)
		}
	}
}

// additions writes a file of entries and returns its path.
func additions(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bots.tsv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
