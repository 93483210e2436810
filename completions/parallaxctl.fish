# Completion of parallaxctl for fish.

set -l verbs list watch tilt status recenter record replay doctor calibrate

function __parallaxctl_accelerometers
    for file in /sys/bus/iio/devices/iio:device*/in_accel_x_raw
        string split / $file | string match 'iio:device*'
    end
end

complete -c parallaxctl -f
complete -c parallaxctl -l help -d 'Print verbs or options and exit'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -l version -d 'Print the version and exit'

complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a list -d 'The sensors of this machine'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a watch -d 'A live picture in the terminal'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a tilt -d 'A line for each frame'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a status -d 'How the daemon fares'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a recenter -d 'Make this pose the neutral one'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a record -d 'Write what the sensors give'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a replay -d 'Run fusion over a recording'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a doctor -d 'What is wrong, and what to do'
complete -c parallaxctl -n "not __fish_seen_subcommand_from $verbs" -a calibrate -d 'How the sensor sits in the device'

complete -c parallaxctl -n '__fish_seen_subcommand_from record replay' -F
complete -c parallaxctl -n '__fish_seen_subcommand_from doctor; and contains -- --report (commandline -opc)' -F

complete -c parallaxctl -n '__fish_seen_subcommand_from list tilt status recenter replay doctor calibrate' -l json -d 'Output for programs'
complete -c parallaxctl -n '__fish_seen_subcommand_from watch tilt' -l rate -x -d 'Frames a second, 1 to 240'
complete -c parallaxctl -n '__fish_seen_subcommand_from tilt' -l count -x -d 'End after so many frames'
complete -c parallaxctl -n '__fish_seen_subcommand_from tilt record' -l seconds -x -d 'End after so many seconds'
complete -c parallaxctl -n '__fish_seen_subcommand_from record doctor' -l force -d 'Replace FILE if it is there'
complete -c parallaxctl -n '__fish_seen_subcommand_from doctor' -l report -d 'Write a report to FILE'
complete -c parallaxctl -n '__fish_seen_subcommand_from calibrate' -l save -d 'Keep it for the daemon'
complete -c parallaxctl -n '__fish_seen_subcommand_from calibrate' -l hwdb -d 'Print a file for udev'
complete -c parallaxctl -n '__fish_seen_subcommand_from doctor' -l device -x -a '(__parallaxctl_accelerometers)' -d 'Accelerometer to look at'
complete -c parallaxctl -n '__fish_seen_subcommand_from watch tilt status recenter record doctor calibrate' -l socket -r -F -d "The daemon's socket"
