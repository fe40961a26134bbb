package shorteners

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// yourls reads the API of YOURLS, which needs no plug-in for this and has the newest links first.
type yourls struct{ client }

// yourlsPage is the number of links of a page.
const yourlsPage = 1000

// yourlsFile is the path of the API.
const yourlsFile = "/yourls-api.php"

// yourlsLink is a link. Its keyword identifies it, and is only in the short URL.
type yourlsLink struct {
	ShortURL  string
	URL       string
	Title     string
	Timestamp string
	Clicks    plain
}

// yourlsAnswer is an answer. Its codes are texts or numbers.
type yourlsAnswer struct {
	Links yourlsLinks
	Stats *struct {
		TotalLinks plain `json:"total_links"`
	}
	StatusCode, ErrorCode plain
}

// yourlsLinks are the values of an object with the keys link_1, link_2 and so on, in this order.
type yourlsLinks []yourlsLink

// UnmarshalJSON implements json.Unmarshaler.
func (l *yourlsLinks) UnmarshalJSON(raw []byte) error {
	if !bytes.HasPrefix(raw, []byte("{")) { // PHP writes an empty object as an array
		return json.Unmarshal(raw, (*[]yourlsLink)(l))
	}
	var byKey map[string]yourlsLink
	if err := json.Unmarshal(raw, &byKey); err != nil {
		return err
	}
	keys := slices.SortedFunc(maps.Keys(byKey), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) // link_2 before link_10
	})
	for _, key := range keys {
		*l = append(*l, byKey[key])
	}
	return nil
}

// Page implements retrieval.Source.
func (y yourls) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	at, err := skipOf(cursor)
	if err != nil {
		return retrieval.Page{}, err
	}
	form := y.credentials()
	for name, value := range map[string]string{
		"action": "stats", "filter": "last", "format": "json",
		"limit": strconv.Itoa(yourlsPage), "start": strconv.Itoa(at.position),
	} {
		form.Set(name, value)
	}
	var answer yourlsAnswer
	if err := y.post(ctx, y.URL+yourlsFile, form, &answer); err != nil {
		return retrieval.Page{}, err
	}
	if err := y.check(answer); err != nil {
		return retrieval.Page{}, err
	}
	total, err := strconv.Atoi(answer.Stats.TotalLinks.text())
	if err != nil {
		return retrieval.Page{}, y.notLinks(err)
	}
	next, again := at.next(len(answer.Links), total)
	page := retrieval.Page{Next: next, Total: total}
	if again {
		return page, nil
	}
	for _, l := range answer.Links {
		page.Links = append(page.Links, y.retrieved(l))
	}
	return page, nil
}

// credentials returns the parameters of a key: a signature token, or a user and a password.
func (y yourls) credentials() url.Values {
	if user, password, ok := strings.Cut(y.Key, ":"); ok {
		return url.Values{"username": {user}, "password": {password}}
	}
	return url.Values{"signature": {y.Key}}
}

// check returns the fault of an answer with a code. Some versions send it with the status 200.
func (y yourls) check(answer yourlsAnswer) error {
	switch code := cmp.Or(answer.ErrorCode, answer.StatusCode, "200"); {
	case code == "403" || code == "401":
		return y.refusedKey()
	case strings.HasPrefix(code.text(), "5"):
		return fault.New(fault.Unavailable, fmt.Sprintf("YOURLS answers with the error %s. Try again later.", code)).At("url")
	case code != "200" || answer.Stats == nil:
		return y.notLinks(errNoList)
	}
	return nil
}

func (y yourls) retrieved(l yourlsLink) retrieval.Link {
	c := cells{}
	c.text(transfer.ShortURL, l.ShortURL)
	c.text(transfer.URL, l.URL)
	c.text(transfer.Title, l.Title)
	c.text(transfer.CreatedAt, l.Timestamp)
	c.text(transfer.Clicks, l.Clicks.text())
	return retrieval.Link{ID: y.keyword(l.ShortURL), Cells: c}
}

// keyword returns the keyword of a short URL, which has the path of the server before it.
func (y yourls) keyword(short string) string {
	_, rest, _ := strings.Cut(short, "://")
	_, path, _ := strings.Cut(rest, "/")
	if server, err := url.Parse(y.URL); err == nil {
		path = strings.TrimPrefix(path, strings.TrimPrefix(server.Path, "/")+"/")
	}
	return strings.Trim(path, "/")
}
