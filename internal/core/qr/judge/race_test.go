//go:build race

package judge_test

func init() { raceEnabled = true }
