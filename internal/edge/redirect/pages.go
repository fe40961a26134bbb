package redirect

import (
	"bytes"
	"cmp"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"linnet/internal/core/locale"
	"linnet/internal/edge/publicpage"
)

//go:embed page.html
var pageTemplate string

// view is the data of the template. Its texts are of the page in the visitor's language,
// except those that the owner of the link wrote, whose direction is their own.
type view struct {
	Style      template.CSS
	Words      locale.Choice
	Host       string // empty: the domain is unknown
	Code       string
	Title      string
	OwnerTitle bool // the owner wrote Title
	Text       string
	OwnerText  bool // the owner wrote Text
	IsError    bool
	Problem    string
	Form       string // action of the password form; empty: no form
	Facts      []fact
	Note       string
	Next       string // target of "Continue"; empty: no button
	Card       *card
	Report     string // email address for abuse reports; empty: none
	FormURL    string // form for reports about the link of the page; empty: Report
}

// fact is a line about a link. Latin values, such as addresses, are laid out from left to right.
type fact struct {
	Name, Value string
	Latin       bool
}

// card is the content of a link's social card.
type card struct {
	Title, Description, Image string
}

// pages renders the public pages. They work without scripts and load nothing.
type pages struct {
	template *template.Template
	policy   string // Content-Security-Policy without form-action
	report   string // email address for abuse reports
	form     string // form for abuse reports; empty: none
}

func newPages(report, form string) *pages {
	return &pages{
		report:   report,
		form:     form,
		template: template.Must(template.New("page").Parse(pageTemplate)),
		policy:   publicpage.Policy(),
	}
}

// show writes a page of a domain without further content.
func (p *pages) show(w http.ResponseWriter, r *http.Request, what page, dom *Domain) {
	p.write(w, r, what, dom, view{})
}

// write writes a page of a domain, which is nil if it is unknown, in the language of the
// domain or of the visitor. Title and Text of v replace the page's own.
func (p *pages) write(w http.ResponseWriter, r *http.Request, what page, dom *Domain, v view) {
	v.Style, v.Words = publicpage.Style(), dom.language(r)
	if dom != nil {
		v.Host = dom.Host
	}
	v.Report, v.FormURL = p.report, p.formURL(r, what, v.Host)
	content := what.text()
	v.Code, v.IsError = strconv.Itoa(content.status), content.isError
	if content.code != "" {
		v.Code = v.Words.Text(content.code)
	}
	v.OwnerTitle = v.OwnerTitle && v.Title != ""
	v.Title = cmp.Or(v.Title, v.Words.Text(content.title))
	if v.Text == "" && content.text != "" {
		v.Text = v.Words.Text(content.text)
	}
	var body bytes.Buffer
	if err := p.template.Execute(&body, v); err != nil {
		http.Error(w, v.Title, content.status)
		return
	}
	policy := p.policy
	if v.Form == "" { // browsers apply form-action also to the redirect after a form
		policy += "; form-action 'none'"
	}
	publicpage.Write(w, r, v.Words, content.status, policy, &body)
}

// formURL returns the address of the form for reports about the link of a page;
// empty: the page is about no link.
func (p *pages) formURL(r *http.Request, what page, host string) string {
	switch what {
	case pageNotFound, pageUnknownHost, pageRoot, pageDeleted, pageMethod, pageUnavailable:
		return ""
	}
	if p.form == "" || host == "" {
		return ""
	}
	alias := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if what == pagePreview {
		alias = strings.TrimSuffix(alias, "+")
	}
	return p.form + "?link=" + url.QueryEscape(host+"/"+alias)
}
