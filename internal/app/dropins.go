package app

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	docs "linnet/docs/compat"
	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
	"linnet/internal/edge/compat/bitly"
	"linnet/internal/edge/compat/dub"
	"linnet/internal/edge/compat/guide"
	"linnet/internal/edge/compat/kutt"
	"linnet/internal/edge/compat/shlink"
	"linnet/internal/edge/compat/yourls"
	"linnet/internal/edge/httpapi"
	"linnet/internal/edge/redirect"
)

// dropInPeers returns the drop-in APIs.
func dropInPeers(s compat.Services) []compat.Peer {
	return []compat.Peer{kutt.New(s), yourls.New(s), shlink.New(s), bitly.New(s), dub.New(s)}
}

// NewDoctor returns the doctor of an install.
func NewDoctor(cfg config.Config) *doctor.Doctor {
	var paths doctor.DropIns
	peers := slices.DeleteFunc(dropInPeers(compat.Services{}), func(p compat.Peer) bool { return !slices.Contains(cfg.DropIns(), p.API) })
	paths.Reserves = compat.Paths(peers)
	for _, p := range peers {
		for _, prefix := range p.Prefixes {
			paths.Beginnings = append(paths.Beginnings, strings.TrimPrefix(prefix, "/"))
		}
	}
	return doctor.New(doctor.Deps{Config: cfg, Clock: clock.System{}, DropIns: paths})
}

// newDropIns returns the handlers of the drop-in APIs that are switched on.
func newDropIns(
	cfg config.Config, s *services, hosts redirect.Hosts, publicURL *url.URL, limiter *apikit.RateLimiter,
	client func(*http.Request) netip.Addr, clock clock.Clock, log *slog.Logger,
) *compat.Handlers {
	return compat.New(compat.Deps{
		Peers: dropInPeers(compat.Services{
			Accounts:      s.accounts,
			APIKeys:       s.keys,
			SecondFactors: s.secondFactors,
			Workspaces:    s.workspaces,
			Links:         s.links,
			Labels:        s.labels,
			Domains:       s.domains,
			Analytics:     s.analytics,
			QRCodes:       s.qrCodes,
			Conversions:   s.conversions,
			Scheme:        publicURL.Scheme,
			OwnHost:       hosts.Own(),
			Clock:         clock,
		}),
		Enabled:   cfg.DropIns(),
		Canonical: hosts.Canonical,
		Domains:   s.domains,
		Authenticator: func(via dropin.API) apikit.Authenticator {
			return httpapi.NewAuthenticator(s.accounts, s.keys, s.workspaces, via)
		},
		Limiter:    limiter,
		Errors:     httpapi.NewErrorWriter(log, publicURL, s.security),
		ClientAddr: client,
		Clock:      clock,
	})
}

// newCompatGuide returns the page about the drop-in APIs.
func newCompatGuide(cfg config.Config, log *slog.Logger) http.Handler {
	return guide.Handler(guide.Deps{
		Files:     docs.Files,
		PublicURL: strings.TrimRight(cfg.PublicURL, "/"),
		Enabled:   cfg.DropIns(),
		Log:       log,
	})
}
