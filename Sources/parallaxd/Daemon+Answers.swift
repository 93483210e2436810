import LinuxIO
import MotionCore
import MotionWire
import Publisher
import Sensors

extension Daemon {
    /// Answers what the publisher cannot answer by itself.
    func answer(_ question: Publisher.Question, at now: Int64) -> JSON {
        let request = question.request
        switch request.command {
        case .recenter(let everybody):
            if everybody { manager.recenter(at: now) } else { manager.recenter(question.client, at: now) }
            return request.reply()
        case .status: return request.reply(status(at: now))
        case .devices: return devices(for: request)
        case .subscribe, .pause, .resume, .ping: preconditionFailure("the publisher answers these")
        }
    }

    private func devices(for request: Request) -> JSON {
        do throws(Errno) {
            let verdicts = Verdict.all(among: try DeviceCatalog().nodes)
            return request.reply([JSON.Member("devices", .array(verdicts.map(entry)))])
        } catch {
            return RequestError(
                .unsupported, "the list of IIO devices cannot be had: \(error)", id: request.id
            )
            .json
        }
    }

    private func status(at now: Int64) -> [JSON.Member] {
        [
            JSON.Member("server", .string("parallaxd \(version)")),
            JSON.Member("uptime", .double(Double((now - start) / 1_000_000) / 1000)),
        ] + manager.state.health.members + [
            JSON.Member("device", manager.device?.json ?? .null),
            JSON.Member("remark", manager.remark.map(JSON.string) ?? .null),
            JSON.Member(
                "sample_rates",
                .object(
                    Sensor.allCases.compactMap { sensor in
                        manager.rates[sensor].map { JSON.Member(sensor.rawValue, .tenths($0.rate)) }
                    })),
            JSON.Member("filter", manager.filterReport),
            JSON.Member("rate_wanted", publisher.fastestRate.map(JSON.number) ?? nil),
            JSON.Member("tick_rate", .tenths(tickMeter.rate)),
            JSON.Member("ticks", .int(ticks)),
            JSON.Member("errors", publisher.errors),
            JSON.Member("limits", publisher.limits),
            JSON.Member("client_count", .int(Int64(publisher.clientCount))),
            JSON.Member("clients", publisher.clients(at: now)),
        ]
    }
}

private func entry(_ verdict: Verdict) -> JSON {
    .device(
        id: verdict.node.id, name: verdict.node.name, label: verdict.node.label,
        part: verdict.node.part?.rawValue,
        path: verdict.node.path, sensors: verdict.node.sensors, isChosen: verdict.isChosen,
        verdict: verdict.sentence)
}

extension MotionManager {
    /// What the filter thinks, for `status`; null before it has a pose.
    fileprivate var filterReport: JSON {
        guard let motion = latestMotion else { return nil }
        return [
            "rest": .bool(motion.isResting),
            "bias": .array([motion.bias.x, motion.bias.y, motion.bias.z].map(JSON.double)),
            "bias_deviation": biasDeviation.map { .array([$0.x, $0.y, $0.z].map(JSON.double)) } ?? nil,
        ]
    }
}
