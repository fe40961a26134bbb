package redirect

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"
)

//go:embed style.css
var styleSheet string

//go:embed page.html
var pageText string

// page names a page that says one thing.
type page int

// The pages.
const (
	pageNotFound page = iota
	pageNoHost
	pageRoot
	pageArchived
	pageDeleted
	pageExpired
	pageStopped
	pageBarred
	pageNotYet
	pageLocked
	pageWrong
	pageMany
	pagePreview
	pageCard
	pageMethod
	pageUnavailable
)

// words are what a page says: what happened, and what the reader can do.
type words struct {
	status int
	code   string // the small line above the heading
	title  string
	text   string
	shut   bool // the eye is closed: there is nothing to see
}

func (p page) words() words {
	switch p {
	case pageNoHost:
		return words{404, "404", "No links on this host", "This host is not set up for short links here. Check the address for a typo.", true}
	case pageRoot:
		return words{404, "404", "Nothing to see at the door", "This host serves short links. Yours has something behind the slash.", true}
	case pageArchived:
		return words{410, "410", "This link is switched off", "Whoever made it has put it away. Ask them for another.", true}
	case pageDeleted:
		return words{410, "410", "This link is gone", "It was deleted. Ask whoever made it for another.", true}
	case pageExpired:
		return words{410, "410", "This link has ended", "It was made for a limited time or number of visits, and that is over.", true}
	case pageStopped:
		return words{451, "451", "This link is blocked", "It was taken down because it broke the rules of this service or of the law.", true}
	case pageBarred:
		return words{451, "451", "Not available to you", "The link's owner does not offer it to visitors such as you, for example in your country.", true}
	case pageNotYet:
		return words{404, "Not yet", "This link opens later", "It is not open yet. Come back later.", false}
	case pageLocked:
		return words{200, "Locked", "This link asks for a password", "Whoever gave you the link can tell you the password too.", false}
	case pageWrong:
		return words{403, "Locked", "This link asks for a password", "Whoever gave you the link can tell you the password too.", false}
	case pageMany:
		return words{429, "429", "Too many tries", "Only a few passwords a minute are allowed. Wait a minute, then try again.", true}
	case pagePreview:
		return words{200, "Preview", "Where this link leads", "", false}
	case pageCard:
		return words{200, "Link", "A short link", "", false}
	case pageMethod:
		return words{405, "405", "Links can only be visited", "This address answers to GET and HEAD.", true}
	case pageUnavailable:
		return words{503, "503", "One moment, please", "This link cannot be looked up right now. It is not lost: try again in a few seconds.", true}
	default:
		return words{404, "404", "There is no link here", "Check the address for a slip of the finger, or ask whoever gave it to you.", true}
	}
}

// view is what the template shows.
type view struct {
	Style   template.CSS
	Host    string
	Code    string
	Title   string
	Text    string
	Shut    bool
	Problem string
	Form    string // where the password goes; empty: no form
	Facts   []fact
	Note    string
	Next    string // where "Continue" leads
	Card    *card
	Report  string // e-mail address for reports of abuse; empty: none
}

type fact struct {
	Name, Value string
	Mono        bool
}

// card is what social networks show of a link.
type card struct {
	Title, Description, Image string
}

// pages renders the public pages: complete without script, with nothing
// fetched from anywhere.
type pages struct {
	template *template.Template
	policy   string // Content-Security-Policy without form-action
	report   string // e-mail address for reports of abuse
}

func newPages(report string) *pages {
	hash := sha256.Sum256([]byte(styleSheet))
	return &pages{
		report:   report,
		template: template.Must(template.New("page").Parse(pageText)),
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) +
			"'; base-uri 'none'; frame-ancestors 'none'",
	}
}

// show writes a page that needs nothing but its words.
func (p *pages) show(w http.ResponseWriter, r *http.Request, what page, host string) {
	p.write(w, r, what, view{Host: host})
}

// write writes a page with whatever v adds to its words.
func (p *pages) write(w http.ResponseWriter, r *http.Request, what page, v view) {
	v.Style = template.CSS(styleSheet) //nolint:gosec // our own file
	v.Report = p.report
	says := what.words()
	v.Code, v.Shut = says.code, says.shut
	v.Title, v.Text = orElse(v.Title, says.title), orElse(v.Text, says.text)
	var body bytes.Buffer
	if err := p.template.Execute(&body, v); err != nil {
		http.Error(w, says.title, says.status)
		return
	}
	header := w.Header()
	policy := p.policy
	if v.Form == "" { // browsers hold form-action against the redirect that answers a form, too
		policy += "; form-action 'none'"
	}
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "private, no-store")
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(says.status)
	if r.Method != http.MethodHead {
		_, _ = body.WriteTo(w) // the visitor may have gone
	}
}
