package main

import "path/filepath"

// benchBaseline compares the redirects of two Linnet binaries. Rounds alternate,
// so that load from other programs affects both.
func benchBaseline(o options) error {
	baseline, err := filepath.Abs(o.baseline)
	if err != nil {
		return err
	}
	earlier := o
	earlier.binary = baseline
	return withLinnet(earlier, func(before *process, user *api) error {
		if _, err := user.link("launch", nil); err != nil {
			return err
		}
		return withLinnet(o, func(after *process, user *api) error {
			if _, err := user.link("launch", nil); err != nil {
				return err
			}
			contenders := []contender{
				{name: "baseline", server: before, path: fixed("/launch")},
				{name: "binary", server: after, path: fixed("/launch")},
			}
			if err := compare("Redirects, keep-alive connections", o, false, contenders); err != nil {
				return err
			}
			return compare("Redirects, a new connection each", o, true, contenders)
		})
	})
}
