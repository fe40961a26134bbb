//go:build race

package picture_test

func init() { raceEnabled = true }
