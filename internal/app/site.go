package app

import (
	"log/slog"
	"net/http"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/config"
	"linnet/internal/core/plan"
	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat/guide"
	"linnet/internal/edge/httpapi"
	"linnet/internal/edge/redirect"
	"linnet/internal/edge/reportform"
	"linnet/internal/edge/server"
	"linnet/internal/edge/unsubscribe"
	"linnet/internal/edge/webui"
)

// site serves the app's own part of the default domain: its pages and the API.
// Links cannot have the first segments of its patterns as aliases.
type site struct {
	ui       *webui.UI
	facts    webui.Facts // without those of the plans
	mux      *http.ServeMux
	patterns []string
}

func newSite(cfg config.Config, plans *plan.Catalog) (*site, error) {
	publicURL := strings.TrimRight(cfg.PublicURL, "/")
	lookup := cfg.IPLookupURL
	if lookup == "" {
		lookup = httpapi.Prefix + "/ip"
	}
	facts := webui.Facts{
		PublicURL:    publicURL,
		SupportEmail: cfg.SupportEmail,
		SalesEmail:   cfg.SalesEmail,
		PrivacyEmail: cfg.PrivacyEmail,
		IPLookupURL:  lookup,
		Version:      version,
		OpenSignup:   cfg.Local() && (cfg.Signup == "" || cfg.Signup == "open"),
	}
	ui, err := webui.New(webui.Dist(), withPlans(facts, plans))
	if err != nil {
		return nil, err
	}
	s := &site{ui: ui, facts: facts, mux: http.NewServeMux()}
	s.patterns = append(ui.Register(s.mux),
		apiRoot+"/", "/share/", "/invite/", "/verify-email/", "/docs/", "/webhooks/", "/unsubscribe/", "/media/", reportform.Path,
		webui.NewLinkPath, webui.OpenSearchPath)
	s.mux.HandleFunc("/", ui.NotFound)
	return s, nil
}

// setPlans updates the pages after a change of the plans.
func (s *site) setPlans(plans *plan.Catalog) error { return s.ui.SetFacts(withPlans(s.facts, plans)) }

// withPlans returns facts with those of the plans.
func withPlans(facts webui.Facts, plans *plan.Catalog) webui.Facts {
	facts.Monthly, facts.Yearly = plans.Packages()
	facts.FreeLinks, facts.Plans = plans.Limits(plan.Free).Links, plans.Enabled()
	return facts
}

// apiRoot is the path below which all answers are the API's, also those of paths outside
// httpapi.Prefix: programs expect problem documents there, not pages.
const apiRoot = "/api"

// api serves all paths below apiRoot.
func (s *site) api(api http.Handler) {
	s.mux.Handle(apiRoot, api) // else the mux redirects it
	s.mux.Handle(apiRoot+"/", api)
}

// secretPages serves the pages whose paths contain a secret.
func (s *site) secretPages(redirects *redirect.Handler) {
	s.secretPage("share", s.ui.Shared(redirects.OwnLanguage), share.IsToken, redirects)
	s.secretPage("invite", s.ui.App, ident.IsSecret, redirects)
	s.secretPage("verify-email", s.ui.App, ident.IsSecret, redirects)
}

// unsubscribe serves the pages of unsubscribe links. Aliases below the segment that
// existed before still work.
func (s *site) unsubscribe(of *services, redirects *redirect.Handler, log *slog.Logger) {
	page := unsubscribe.New(unsubscribe.Deps{
		Tokens:      of.unsubscriber,
		Unsubscribe: of.unsubscribe,
		Invalid:     redirects,
		Language:    redirects.OwnLanguage,
		Log:         log,
	})
	s.mux.Handle("/unsubscribe", redirects)
	s.mux.Handle("/unsubscribe/", redirects)
	s.mux.Handle("GET /unsubscribe/{token}", page)
	s.mux.Handle("POST /unsubscribe/{token}", page)
}

// secretPage serves a page at /<segment>/<secret>. Aliases below the segment that
// existed before still work.
func (s *site) secretPage(segment string, page http.HandlerFunc, valid func(string) bool, redirects http.Handler) {
	s.mux.Handle("/"+segment, redirects)
	s.mux.Handle("/"+segment+"/", redirects)
	s.mux.HandleFunc("GET /"+segment+"/{token}", func(w http.ResponseWriter, r *http.Request) {
		if !valid(r.PathValue("token")) {
			redirects.ServeHTTP(w, r)
			return
		}
		page(w, r)
	})
}

// reserves returns a function that reports whether a folded path belongs to the
// app, so that no link can have it as its alias.
func (s *site) reserves() func(path string) bool {
	segments := map[string]bool{}
	for _, segment := range server.Reserved(s.patterns) {
		segments[segment] = true
	}
	return func(path string) bool {
		first, _, _ := strings.Cut(path, "/")
		return segments[first]
	}
}

// late serves the pages whose paths were not always reserved: the documentation, and what
// browsers and other apps call. Links below their segments that existed before still work,
// those with exactly their path too: taken reports whether there is one. A wildcard does not
// hide a page.
func (s *site) late(reference, compatGuide, redirects http.Handler, taken func(*http.Request) bool) {
	segments := map[string]bool{}
	for path, page := range map[string]http.Handler{
		apikit.ReferencePath: reference,
		guide.Path:           compatGuide,
		webui.NewLinkPath:    http.HandlerFunc(s.ui.NewLink),
		webui.OpenSearchPath: http.HandlerFunc(s.ui.OpenSearch),
	} {
		segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if !segments[segment] {
			segments[segment] = true
			s.mux.Handle("/"+segment, redirects)
			s.mux.Handle("/"+segment+"/", redirects)
		}
		s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			if taken(r) {
				redirects.ServeHTTP(w, r)
				return
			}
			page.ServeHTTP(w, r)
		})
	}
}

// notFound returns the handler of unknown paths.
type notFound struct{ ui *webui.UI }

// ServeHTTP writes the not-found page.
func (n notFound) ServeHTTP(w http.ResponseWriter, r *http.Request) { n.ui.NotFound(w, r) }

// OpenAPI returns the OpenAPI document of the API as JSON.
func OpenAPI() ([]byte, error) { return httpapi.OpenAPI() }
