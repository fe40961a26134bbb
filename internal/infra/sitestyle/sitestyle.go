// Package sitestyle reads the style sheets of websites.
package sitestyle

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"linnet/internal/base/budget"
	"linnet/internal/base/fault"
	"linnet/internal/core/page/sitematch"
)

// Caller sends requests, with limits, and not to private networks.
type Caller interface {
	Do(r *http.Request) (*http.Response, error)
}

// Reader reads websites. It is safe for concurrent use.
type Reader struct{ calls Caller }

// NewReader returns a reader that sends its requests through calls.
func NewReader(calls Caller) *Reader { return &Reader{calls: calls} }

// Read implements sitematch.Sites. A style sheet that cannot be read is left out.
func (r *Reader) Read(b *budget.Budget, address string) (sitematch.Site, error) {
	body, at, err := r.get(b, address, "text/html")
	if err != nil {
		return sitematch.Site{}, err
	}
	found, err := scan(b, body, at)
	if err != nil {
		return sitematch.Site{}, err
	}
	for _, i := range chosen(found.sheets, at) {
		sheet := &found.sheets[i]
		if text, _, err := r.get(b, sheet.address, "text/css"); err == nil {
			sheet.text = text
		}
	}
	site := sitematch.Site{ThemeColor: found.themeColor}
	for _, s := range found.sheets {
		if s.text != "" {
			site.Sheets = append(site.Sheets, s.text)
		}
	}
	return site, nil
}

// chosen returns the indexes of the style sheets to load: those of the site's own host
// first, then others.
func chosen(sheets []sheet, at *url.URL) []int {
	var own, others []int
	for i, s := range sheets {
		u, err := url.Parse(s.address)
		switch {
		case s.address == "" || err != nil:
		case u.Host == at.Host:
			own = append(own, i)
		default:
			others = append(others, i)
		}
	}
	all := slices.Concat(own, others)
	return all[:min(len(all), sitematch.MaxSheets)]
}

// get returns the body at an address, up to the bytes that the budget has left, and the
// address after redirects. Its faults are Invalid.
func (r *Reader) get(b *budget.Budget, address, contentType string) (string, *url.URL, error) {
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	if err != nil {
		return "", nil, fault.Wrap(err, fault.Invalid, "This URL cannot be fetched.")
	}
	request.URL.User = nil // credentials in a user's URL are not sent
	request.Header.Set("Accept", contentType+",*/*;q=0.1")
	answer, err := r.calls.Do(request)
	if err != nil {
		return "", nil, failure(err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	if answer.StatusCode != http.StatusOK {
		return "", nil, fault.New(fault.Invalid, fmt.Sprintf("The website answered with the status %d. Check the address.", answer.StatusCode))
	}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if kind != contentType && (contentType != "text/html" || kind != "application/xhtml+xml") {
		return "", nil, fault.New(fault.Invalid, "This address is not a web page. Enter the address of a website.")
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, int64(b.InputLeft())))
	if err := b.Input(len(body)); err != nil {
		return "", nil, err
	}
	if err != nil && len(body) == 0 {
		return "", nil, failure(err)
	}
	return string(body), answer.Request.URL, nil
}

// failure returns the fault of a rejected address, and Invalid for any other error.
func failure(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Code == fault.Invalid {
		return f
	}
	return fault.Wrap(err, fault.Invalid, "This website could not be reached. Check the address.")
}

// sheet is a style sheet of a page: its text, or the address that it is loaded from.
type sheet struct{ text, address string }

type found struct {
	themeColor string
	sheets     []sheet
}

const (
	maxLinked  = 100  // style sheets of a page that are considered
	maxAddress = 2048 // bytes of an address in a page that is resolved
)

// scan returns the styles of a page in their order. Those of the attributes of html and
// body follow. It returns the fault of the budget when that ends before.
func scan(b *budget.Budget, body string, at *url.URL) (found, error) {
	var out found
	var own []sheet
	base := at
	for z := html.NewTokenizer(strings.NewReader(body)); len(out.sheets) < maxLinked; {
		if err := b.Nodes(1); err != nil {
			return found{}, err
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		token := z.Token()
		attr := attributes(token)
		switch token.Data {
		case "base":
			if u, ok := resolved(at, attr["href"]); ok {
				base = u
			}
		case "meta":
			if strings.EqualFold(attr["name"], "theme-color") && !otherMedia(attr["media"]) && out.themeColor == "" {
				out.themeColor = attr["content"]
			}
		case "html", "body":
			if style := attr["style"]; style != "" {
				own = append(own, sheet{text: token.Data + "{" + style + "}"})
			}
		case "style":
			if kind == html.StartTagToken && z.Next() == html.TextToken && !otherMedia(attr["media"]) {
				out.sheets = append(out.sheets, sheet{text: string(z.Raw())})
			}
		case "link":
			if address := stylesheet(attr, base); address != "" {
				out.sheets = append(out.sheets, sheet{address: address})
			}
		}
	}
	out.sheets = append(out.sheets, own...)
	return out, nil
}

// resolved returns an address of a page, and false for one that is not an address or longer
// than maxAddress.
func resolved(base *url.URL, href string) (*url.URL, bool) {
	if len(href) > maxAddress {
		return nil, false
	}
	u, err := base.Parse(href)
	return u, err == nil
}

func attributes(token html.Token) map[string]string {
	out := make(map[string]string, len(token.Attr))
	for _, a := range token.Attr {
		if _, repeated := out[a.Key]; !repeated {
			out[a.Key] = a.Val
		}
	}
	return out
}

// stylesheet returns the address of a linked style sheet, or "".
func stylesheet(attr map[string]string, base *url.URL) string {
	rel := strings.Fields(strings.ToLower(attr["rel"]))
	if !slices.Contains(rel, "stylesheet") || slices.Contains(rel, "alternate") || attr["href"] == "" || otherMedia(attr["media"]) {
		return ""
	}
	u, ok := resolved(base, attr["href"])
	if !ok || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

// otherMedia reports whether styles are not those of a light screen.
func otherMedia(media string) bool {
	media = strings.ToLower(media)
	return strings.Contains(media, "print") || strings.Contains(media, "dark")
}
