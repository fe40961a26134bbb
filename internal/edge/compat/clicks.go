package compat

import (
	"slices"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// NewestClicks returns at most a number of the newest clicks of a request, and how many there are in total.
func (s *Services) NewestClicks(c *Call, r analytics.Request, count int) (clicks []click.Click, total int, err error) {
	for cursor := ""; ; {
		r.Limit = min(count-len(clicks), analytics.MaxLimit)
		page, err := s.Analytics.Recent(c.Context(), c.Actor, r, cursor)
		if err != nil {
			return nil, 0, err
		}
		if cursor == "" {
			total = page.Total // later pages may see more
		}
		clicks, cursor = append(clicks, page.Clicks...), page.NextCursor
		if cursor == "" || len(clicks) >= count {
			return clicks, total, nil
		}
	}
}

// HostsOf returns the hosts of the domains of clicks, by the number of the domain.
func (s *Services) HostsOf(c *Call, clicks []click.Click) (map[uint64]string, error) {
	var numbers []uint64
	for i := range clicks {
		if !slices.Contains(numbers, clicks[i].DomainID) {
			numbers = append(numbers, clicks[i].DomainID)
		}
	}
	return s.Analytics.Hosts(c.Context(), c.Actor, numbers)
}
