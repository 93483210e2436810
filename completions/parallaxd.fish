# Completion of parallaxd for fish.

function __parallaxd_devices
    for directory in /sys/bus/iio/devices/iio:device*
        string replace -r '.*/' '' $directory
    end
end

complete -c parallaxd -f
complete -c parallaxd -l device -x -a 'auto sim sim:hand sim:sway sim:still replay: (__parallaxd_devices)' -d 'The accelerometer'
complete -c parallaxd -l gyro -x -a 'auto none (__parallaxd_devices)' -d 'The gyroscope'
complete -c parallaxd -l exclusive -d 'Do not share with iio-sensor-proxy'
complete -c parallaxd -l socket -r -F -d 'Where to listen'
complete -c parallaxd -l users -x -a '(__fish_complete_list , __fish_complete_users)' -d 'Who may connect'
complete -c parallaxd -l groups -x -a '(__fish_complete_list , __fish_complete_groups)' -d 'Whose members may connect'
complete -c parallaxd -l log-level -x -a 'error warning info debug' -d 'What to log'
complete -c parallaxd -l config -r -F -d 'Further options'
complete -c parallaxd -l check-config -d 'Say whether the configuration is right'
complete -c parallaxd -l put-back -d "Put back the sensors' settings"
complete -c parallaxd -l version -d 'Print the version and exit'
complete -c parallaxd -l help -d 'Print the options and exit'
