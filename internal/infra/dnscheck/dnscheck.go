// Package dnscheck reads the DNS records that custom domains need. It queries the
// resolver directly and not through package net, because that ignores the
// configured server on some systems and hides the chain of CNAME records.
package dnscheck

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"

	"linnet/internal/core/domain"
)

// Bounds of a lookup.
const (
	queryTimeout = 2 * time.Second // of one query to one server
	maxAliases   = 8               // CNAME records in a chain
	maxValues    = 50              // of a name
	udpSize      = 1232            // bytes of a response that is not fragmented
)

// resolvConf lists the system's resolvers.
const resolvConf = "/etc/resolv.conf"

// Resolver queries name servers. It is safe for concurrent use.
type Resolver struct {
	servers []string // host:port
	timeout time.Duration
}

// New returns a resolver that queries server ("host:port"), or for an empty server
// those of the system.
func New(server string) (*Resolver, error) {
	if server != "" {
		if _, _, err := net.SplitHostPort(server); err != nil {
			server = net.JoinHostPort(strings.Trim(server, "[]"), "53")
		}
		return &Resolver{servers: []string{server}, timeout: queryTimeout}, nil
	}
	system, err := dns.ClientConfigFromFile(resolvConf)
	if err != nil {
		return nil, fmt.Errorf("read the system's name servers (set LINNET_DNS to a resolver, such as 127.0.0.1:53): %w", err)
	}
	r := &Resolver{timeout: queryTimeout}
	for _, s := range system.Servers {
		r.servers = append(r.servers, net.JoinHostPort(s, system.Port))
	}
	if len(r.servers) == 0 {
		r.servers = []string{"127.0.0.1:53"} // as resolv.conf(5) says
	}
	return r, nil
}

// TXT returns the values of a name's TXT records, each with its strings joined,
// and none for a name without. Aliases are followed.
func (r *Resolver) TXT(ctx context.Context, name string) ([]string, error) {
	var values []string
	_, err := r.follow(ctx, name, dns.TypeTXT, func(record dns.RR) {
		if txt, ok := record.(*dns.TXT); ok && len(values) < maxValues {
			values = append(values, strings.Join(txt.Txt, ""))
		}
	})
	return values, err
}

// Route returns the aliases and the addresses of a host, both empty for one that
// does not exist. With an error it returns the aliases that were found.
func (r *Resolver) Route(ctx context.Context, host string) (domain.Route, error) {
	var route domain.Route
	add := func(ip net.IP) {
		addr, ok := netip.AddrFromSlice(ip)
		if addr = addr.Unmap(); ok && len(route.Addrs) < maxValues && !slices.Contains(route.Addrs, addr) {
			route.Addrs = append(route.Addrs, addr)
		}
	}
	for _, kind := range []uint16{dns.TypeA, dns.TypeAAAA} {
		aliases, err := r.follow(ctx, host, kind, func(record dns.RR) {
			switch record := record.(type) {
			case *dns.A:
				add(record.A)
			case *dns.AAAA:
				add(record.AAAA)
			}
		})
		if len(aliases) > len(route.CNAMEs) {
			route.CNAMEs = aliases
		}
		if err != nil {
			return domain.Route{CNAMEs: route.CNAMEs}, err
		}
	}
	slices.SortFunc(route.Addrs, netip.Addr.Compare)
	return route, nil
}

// follow calls visit for the records of a kind, of name or of the name that its
// aliases lead to. It returns the targets of the aliases, also with an error.
func (r *Resolver) follow(ctx context.Context, name string, kind uint16, visit func(dns.RR)) (aliases []string, err error) {
	at := dns.CanonicalName(name)
	for len(aliases) < maxAliases {
		records, err := r.query(ctx, at, kind)
		if err != nil {
			return aliases, err
		}
		found := false
		before := len(aliases)
		// The records of one response may form a chain in any order.
		for len(aliases) < maxAliases {
			for _, record := range records {
				if dns.CanonicalName(record.Header().Name) == at && record.Header().Rrtype == kind {
					found = true
					visit(record)
				}
			}
			target := aliasOf(records, at)
			if target == "" {
				break
			}
			at = target
			aliases = append(aliases, strings.TrimSuffix(target, "."))
		}
		if found || len(aliases) == before {
			return aliases, nil
		}
	}
	return aliases, errors.New("the chain of CNAME records is too long, or a loop")
}

// aliasOf returns the target of a name's CNAME record, or "".
func aliasOf(records []dns.RR, name string) string {
	for _, record := range records {
		if alias, ok := record.(*dns.CNAME); ok && dns.CanonicalName(alias.Hdr.Name) == name {
			return dns.CanonicalName(alias.Target)
		}
	}
	return ""
}

// query returns the answer section for a name, empty when the name or the records
// do not exist. It tries the servers in order, and TCP after a truncated response.
func (r *Resolver) query(ctx context.Context, name string, kind uint16) ([]dns.RR, error) {
	if _, ok := dns.IsDomainName(name); !ok {
		return nil, fmt.Errorf("%q is not a domain name", name)
	}
	var failures []error
	for _, server := range r.servers {
		answer, err := r.exchange(ctx, server, name, kind)
		if err == nil {
			return answer, nil
		}
		failures = append(failures, fmt.Errorf("query %s for %s %s: %w", server, name, dns.TypeToString[kind], err))
	}
	return nil, errors.Join(failures...)
}

func (r *Resolver) exchange(ctx context.Context, server, name string, kind uint16) ([]dns.RR, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	question := new(dns.Msg).SetQuestion(name, kind)
	question.SetEdns0(udpSize, false)
	response, _, err := (&dns.Client{Timeout: r.timeout}).ExchangeContext(ctx, question, server)
	if err == nil && response.Truncated {
		response, _, err = (&dns.Client{Net: "tcp", Timeout: r.timeout}).ExchangeContext(ctx, question, server)
	}
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, ctx.Err()
	case isTimeout(err):
		return nil, context.DeadlineExceeded
	case err != nil:
		return nil, err
	case response.Rcode != dns.RcodeSuccess && response.Rcode != dns.RcodeNameError:
		return nil, errors.New(dns.RcodeToString[response.Rcode])
	}
	return response.Answer, nil
}

func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}
