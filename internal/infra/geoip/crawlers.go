package geoip

import (
	"cmp"
	"net/netip"
	"slices"
)

// Crawlers recognises the networks of search engines and social networks, as their
// operators publish them. It detects crawlers that send a browser's user agent.
type Crawlers struct {
	prefixes []netip.Prefix // sorted and disjoint
}

// NewCrawlers returns a Crawlers of the published networks.
func NewCrawlers() *Crawlers {
	c := &Crawlers{}
	for _, text := range published() {
		c.prefixes = append(c.prefixes, netip.MustParsePrefix(text))
	}
	slices.SortFunc(c.prefixes, func(a, b netip.Prefix) int { return a.Addr().Compare(b.Addr()) })
	return c
}

// Crawler reports whether an address belongs to a crawler.
func (c *Crawlers) Crawler(addr netip.Addr) bool {
	addr = addr.Unmap()
	i, found := slices.BinarySearchFunc(c.prefixes, addr, func(p netip.Prefix, a netip.Addr) int {
		return cmp.Compare(p.Addr().Compare(a), 0)
	})
	if found {
		return true
	}
	return i > 0 && c.prefixes[i-1].Contains(addr)
}

// published returns networks that only crawlers use. They were checked in November
// 2026 against public copies of the operators' lists (AnTheMaker/GoodBots for all
// five, itsolver/bot-ip-ranges for Bing), not against the lists themselves.
func published() []string {
	return []string{
		// Google: developers.google.com/crawling, googlebot.json. The first two
		// blocks merge its many small networks. 66.249.80.0/20 is excluded: it
		// fetches on behalf of users.
		"66.249.64.0/20", "2001:4860:4801::/56",
		"192.178.5.0/27", "34.100.182.96/28", "34.101.50.144/28", "34.118.254.0/28", "34.118.66.0/28", "34.126.178.96/28",
		"34.146.150.144/28", "34.147.110.144/28", "34.151.74.144/28", "34.152.50.64/28", "34.154.114.144/28", "34.155.98.32/28",
		"34.165.18.176/28", "34.175.160.64/28", "34.176.130.16/28", "34.22.85.0/27", "34.64.82.64/28", "34.65.242.112/28",
		"34.80.50.80/28", "34.88.194.0/28", "34.89.10.80/28", "34.89.198.80/28", "34.96.162.48/28", "35.247.243.240/28",
		// Bing: bing.com/toolbox/bingbot.json
		"157.55.39.0/24", "207.46.13.0/24", "40.77.167.0/24", "13.66.139.0/24", "13.66.144.0/24", "52.167.144.0/24",
		"13.67.10.16/28", "13.69.66.240/28", "13.71.172.224/28", "139.217.52.0/28", "191.233.204.224/28", "20.36.108.32/28",
		"20.43.120.16/28", "40.79.131.208/28", "40.79.186.176/28", "52.231.148.0/28", "20.79.107.240/28", "51.105.67.0/28",
		"20.125.163.80/28", "40.77.188.0/22", "65.55.210.0/24", "199.30.24.0/23", "40.77.202.0/24", "40.77.139.0/25",
		"20.74.197.0/28", "20.15.133.160/27", "40.77.177.0/24", "40.77.178.0/23",
		// Apple: search.developer.apple.com/applebot.json
		"17.241.208.160/27", "17.241.193.160/27", "17.241.200.160/27", "17.22.237.0/24", "17.22.245.0/24",
		"17.22.253.0/24", "17.241.75.0/24", "17.241.219.0/24", "17.241.227.0/24", "17.246.15.0/24", "17.246.19.0/24",
		"17.246.23.0/24",
		// Meta: developers.facebook.com/docs/sharing/webmasters/web-crawlers refers
		// to the networks of AS32934.
		"31.13.24.0/21", "66.220.144.0/20", "69.63.176.0/20", "69.171.224.0/19", "173.252.64.0/18", "2a03:2880::/32",
		// X: developer.x.com, cards
		"199.16.156.0/22", "199.59.148.0/22", "192.133.76.0/22",
	}
}
